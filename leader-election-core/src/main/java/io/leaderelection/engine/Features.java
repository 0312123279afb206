/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElections;
import io.leaderelection.OnceWork;
import io.leaderelection.PartitionedElection;
import io.leaderelection.delivery.Audience;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.once.OnceRuns;
import io.leaderelection.partition.PartitionGroups;
import io.leaderelection.preference.Bids;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Makes the companions that the settings of an engine ask for, and no others, so that
 * classes of features that nobody uses are not loaded. The one type that knows both the
 * engine and its features.
 */
final class Features implements Companion.Candidates {

	private final EngineSettings settings;

	private final ElectionLoop loop;

	private final Memberships memberships;

	private final List<PartitionedElection> partitioned;

	/** Made for the first work. */
	private @Nullable OnceRuns once;

	Features(EngineSettings settings, ElectionLoop loop, Memberships memberships) {
		this.settings = settings;
		this.loop = loop;
		this.memberships = memberships;
		PartitionGroups groups = null;
		if (settings.all().anyMatch((election) -> election.partitions() != null)) {
			groups = new PartitionGroups(loop, this, settings.namespace(), settings.contend() == Contend.WITH_OTHERS);
			memberships.companions().add(groups);
		}
		if (settings.all().anyMatch((election) -> election.preference() != null)) {
			memberships.companions().add(new Bids(settings::of, settings.bidLimits(), settings.candidate(), loop));
		}
		// Joins the partitions, which may be bid for
		this.partitioned = (groups != null) ? groups.divide(settings.elections()) : List.of();
	}

	@Override
	public CandidateProfile profile(ElectionKey key) {
		return this.memberships.profile(key);
	}

	@Override
	public Election joinForGood(ElectionKey key) {
		return this.memberships.get(key).joinForGood();
	}

	@Override
	public Election joinHidden(ElectionKey key, Audience.Listeners listeners) {
		return this.memberships.hidden(key, listeners).joinForGood();
	}

	@Override
	public void refuse(String election, String reason) {
		this.memberships.refuse(election, reason);
	}

	/** Returns the partitioned elections, by name. */
	List<PartitionedElection> partitioned() {
		return this.partitioned;
	}

	/**
	 * Runs work that one candidate does for all, see {@link LeaderElections#runOnce}.
	 * @param candidates joins the election of a work
	 */
	<X extends Exception> boolean runOnce(String name, OnceWork<X> work, Duration timeout, Lifecycle candidates)
			throws X {
		return once(candidates::joinAtOnce, candidates::isStopped).run(name, work, timeout);
	}

	private synchronized OnceRuns once(Function<ElectionKey, Candidacy> join, BooleanSupplier stopped) {
		OnceRuns once = this.once;
		if (once == null) {
			once = new OnceRuns(new OnceRuns.Instance(this.settings.namespace(), this.settings.candidate(),
					this.settings.traits(), this.settings.contend() != Contend.NEVER), this.loop, join, stopped);
			this.once = once;
			this.memberships.companions().add(once);
		}
		return once;
	}

}
