/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.List;

import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Release;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The next attempt after a release has the nonce that was released, as if the request
 * that was granted too late were repeated.
 */
final class ReleasedNonces implements Entropy {

	static final SimulationSeams SEAMS = new SimulationSeams() {

		@Override
		public Entropy entropy(Entropy entropy) {
			return new ReleasedNonces(entropy);
		}

		@Override
		public ElectionProtocol protocol(CandidateProfile profile) {
			return new Noting((ReleasedNonces) profile.entropy()).around(new ElectionStateMachine(profile));
		}

	};

	private final Entropy entropy;

	private @Nullable Nonce released;

	private ReleasedNonces(Entropy entropy) {
		this.entropy = entropy;
	}

	@Override
	public Nonce nonce() {
		Nonce released = this.released;
		this.released = null;
		return (released != null) ? released : this.entropy.nonce();
	}

	@Override
	public double jitter() {
		return this.entropy.jitter();
	}

	/** Notes the nonces of releases. */
	private static final class Noting extends BrokenProtocols.Wrapper {

		private final ReleasedNonces nonces;

		Noting(ReleasedNonces nonces) {
			this.nonces = nonces;
		}

		@Override
		public List<Effect> on(Input input, Moment now) {
			List<Effect> effects = super.on(input, now);
			for (Effect effect : effects) {
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Release release) {
					this.nonces.released = release.nonce();
				}
			}
			return effects;
		}

	}

}
