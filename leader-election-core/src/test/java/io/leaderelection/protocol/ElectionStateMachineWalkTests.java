/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random walks through {@link ElectionStateMachine}: any input at any time, and answers
 * of any kind, including late, duplicated and contradictory ones. The testkit's simulator
 * checks the protocol against a store; these tests check its guarantees for any input.
 */
class ElectionStateMachineWalkTests {

	@Test
	void keepsItsGuaranteesForAnyAnswers() {
		for (long seed = 0; seed < 3000; seed++) {
			new Walk(seed).run(300);
		}
	}

	private static final class Walk {

		private final SplittableRandom random;

		private final Rig rig;

		private final String name;

		private final List<Effect.Send<?>> sent = new ArrayList<>();

		private final Set<TransitionCause> withheldBy = EnumSet.noneOf(TransitionCause.class);

		private long token = 1;

		private long open;

		private boolean workEnded = true;

		private Nonce released = new Nonce(0, 0);

		Walk(long seed) {
			this.random = new SplittableRandom(seed);
			this.rig = new Rig(this.random.nextBoolean() ? Rig.GUARD_LOCK : Rig.POLL);
			this.name = "seed " + seed;
		}

		void run(int steps) {
			for (int i = 0; i < steps; i++) {
				check(this.rig.on(input()));
				pass();
			}
		}

		private void pass() {
			long wake = this.rig.machine.wakeIn(this.rig.now());
			assertThat(wake).as(this.name).isNotNegative();
			long most = (wake == ElectionProtocol.NEVER) ? 5000 : Math.min(20_000, 2 + wake / 1_000_000);
			this.rig.pass(Duration.ofMillis(this.random.nextLong(most)));
			if (this.random.nextInt(60) == 0) {
				this.rig.wall += this.random.nextLong(-5000, 5000);
			}
		}

		private Input input() {
			if (!this.sent.isEmpty() && this.random.nextInt(3) > 0) {
				Effect.Send<?> send = this.sent
					.get(this.random.nextBoolean() ? this.sent.size() - 1 : this.random.nextInt(this.sent.size()));
				return new Input.Answer(send, outcome(send));
			}
			return switch (this.random.nextInt(16)) {
				case 0, 1 -> new Input.Start();
				case 2 -> new Input.Stop();
				case 3 -> {
					TransitionCause cause = withholdingCause();
					this.withheldBy.add(cause);
					yield new Input.Pause(cause);
				}
				case 4, 5 -> {
					TransitionCause cause = withholdingCause();
					this.withheldBy.remove(cause);
					yield new Input.Resume(cause);
				}
				case 6 -> new Input.StepDown(Duration.ofMillis(this.random.nextLong(8000)), TransitionCause.STEP_DOWN);
				case 7 -> new Input.Notified();
				case 8 -> this.random.nextBoolean() ? new Input.Disconnected()
						: new Input.WatchLive(this.random.nextBoolean());
				case 9, 10, 11 -> {
					this.workEnded = true;
					yield new Input.WorkEnded(this.token);
				}
				default -> new Input.Tick();
			};
		}

		private TransitionCause withholdingCause() {
			return this.random.nextBoolean() ? TransitionCause.PAUSED : TransitionCause.INELIGIBLE;
		}

		private Outcome outcome(Effect.Send<?> send) {
			int dice = this.random.nextInt(10);
			if (dice == 0) {
				return new Outcome.Unknown(new IllegalStateException("lost"));
			}
			if (send.command() instanceof Renew renew) {
				return (dice == 1) ? new Outcome.Lost() : Rig.granted(renew.token());
			}
			if (send.command() instanceof Release) {
				return (dice == 1) ? new Outcome.Lost() : new Outcome.Released();
			}
			if (send.command() instanceof Acquire && dice < 6) {
				return switch (dice) {
					case 1 -> new Outcome.Lost();
					case 2 -> Rig.pending(++this.token, Duration.ofMillis(this.random.nextLong(1, 20_000)));
					default -> Rig.granted(++this.token);
				};
			}
			return switch (dice) {
				case 6 -> Rig.absent();
				case 7 -> new Outcome.Free(this.random.nextLong(1, this.token + 1), this.random.nextBoolean());
				case 8 -> Rig.held(this.token, Duration.ofMillis(this.random.nextLong(15_000)));
				default -> new Outcome.Leased("other", Instant.EPOCH, ++this.token, Duration.ofSeconds(9),
						Duration.ofMillis(this.random.nextLong(2) * 3000), Map.of());
			};
		}

		private void check(List<Effect> effects) {
			Standing standing = this.rig.machine.standing();
			for (Effect effect : effects) {
				if (effect instanceof Effect.Send<?> send) {
					assertThat(send.timeout()).as(this.name)
						.isPositive()
						.isLessThanOrEqualTo(Rig.TIMING.operationTimeout().toNanos());
					this.sent.add(send);
				}
				if (effect instanceof Effect.Grant grant) {
					assertThat(this.open).as(this.name).isZero();
					assertThat(this.workEnded).as("%s: former work ended", this.name).isTrue();
					assertThat(standing.state()).as(this.name).isEqualTo(ElectionState.LEADER);
					this.open = grant.token();
					this.token = Math.max(this.token, grant.token());
					this.workEnded = false;
				}
				if (effect instanceof Effect.Revoke revoke) {
					assertThat(revoke.token()).as(this.name).isEqualTo(this.open);
					this.open = 0;
				}
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Renew renew) {
					assertThat(renew.nonce()).as("%s: renewal after release", this.name).isNotEqualTo(this.released);
				}
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Release release
						&& standing.state() == ElectionState.DRAINING && release.token() == standing.fencingToken()) {
					assertThat(this.open).as(this.name).isZero();
					this.released = release.nonce();
				}
			}
			if (this.withheldBy.isEmpty()) {
				assertThat(standing.state()).as(this.name).isNotEqualTo(ElectionState.PAUSED);
			}
			else {
				assertThat(standing.state()).as("%s: withheld", this.name)
					.isIn(ElectionState.STOPPED, ElectionState.PAUSED, ElectionState.DRAINING);
			}
			if (standing.leads(this.rig.ticker, this.rig.wall)) {
				assertThat(this.open).as(this.name).isEqualTo(standing.fencingToken());
			}
		}

	}

}
