/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.leaderelection.Partition;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.engine.EngineSettings.StoreSettings;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.solo.SoloStore;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.TaskObserver;
import org.jspecify.annotations.Nullable;

/**
 * Builder of an {@link ElectionEngine}. Not thread-safe.
 */
public final class ElectionEngineBuilder {

	private StoreSettings store;

	private String namespace = "default";

	private @Nullable String instanceName;

	/** Replaced by tests. */
	Supplier<CandidateId.ProcessIdentity> process = CandidateId.ProcessIdentity::current;

	private ElectionSettings common;

	private final Map<String, ElectionSettings> elections = new TreeMap<>();

	private BidLimits bidLimits = BidLimits.NONE;

	private Supplier<Map<String, String>> metadata = Map::of;

	private @Nullable Duration vacancyThreshold;

	private TaskObserver taskObserver = TaskObserver.NONE;

	private TimeSystem time = TimeSystem.system();

	private Entropy entropy = Entropy.SYSTEM;

	private ElectionEngineBuilder(LeaseStore store, StoreTraits traits, Contend contend, ElectionSettings common) {
		this.store = new StoreSettings(store, traits, contend, List.of(), true);
		this.common = common;
	}

	/**
	 * Returns a builder of an engine over a store.
	 * @param store the store; closed with the engine, see {@link #closeStore}
	 * @param traits its traits
	 * @return a builder
	 */
	public static ElectionEngineBuilder of(LeaseStore store, StoreTraits traits) {
		return new ElectionEngineBuilder(store, traits, Contend.WITH_OTHERS, ElectionSettings.DEFAULT);
	}

	/**
	 * Returns a builder of an engine that uses no store and leads every election from
	 * start to stop, for development and tests. Its start returns when it leads.
	 * @return a builder
	 */
	public static ElectionEngineBuilder alwaysLeading() {
		return withoutStore(SoloStore.ALWAYS, Contend.ALONE);
	}

	/**
	 * Returns a builder of an engine that uses no store and never leads, for development
	 * and tests.
	 * @return a builder
	 */
	public static ElectionEngineBuilder neverLeading() {
		return withoutStore(SoloStore.NEVER, Contend.NEVER);
	}

	private static ElectionEngineBuilder withoutStore(StoreTraits traits, Contend contend) {
		return new ElectionEngineBuilder(new SoloStore(), traits, contend, ElectionSettings.of(SoloStore.TIMING));
	}

	/**
	 * Sets the namespace that keeps the elections of different applications apart.
	 * @param namespace the namespace; default {@code default}
	 * @return this
	 * @throws IllegalArgumentException if it is not legal
	 */
	public ElectionEngineBuilder namespace(String namespace) {
		this.namespace = ElectionKey.checkNamespace(namespace);
		return this;
	}

	/**
	 * Sets the readable part of the candidate id. A random part is always added.
	 * @param instanceName the name, or {@code null} for host name and process id
	 * @return this
	 * @throws IllegalArgumentException if it is blank, too long, or has control
	 * characters
	 */
	public ElectionEngineBuilder instanceName(@Nullable String instanceName) {
		if (instanceName != null) {
			if (instanceName.isBlank() || instanceName.length() > Acquire.MAX_CANDIDATE - CandidateId.RANDOM_PART - 1) {
				throw new IllegalArgumentException("Instance name has " + instanceName.length()
						+ " characters or is blank. Use 1 to " + (Acquire.MAX_CANDIDATE - CandidateId.RANDOM_PART - 1));
			}
			if (instanceName.chars().anyMatch(Character::isISOControl)) {
				throw new IllegalArgumentException("Instance name contains a control character. Remove it");
			}
		}
		this.instanceName = instanceName;
		return this;
	}

	/**
	 * Sets the settings of all elections without their own. To be called before those of
	 * single elections are set.
	 * @param common the settings, without partitions
	 * @return this
	 * @throws InvalidTimingException if the store does not support the lease duration
	 * @throws IllegalArgumentException if they have partitions
	 * @throws IllegalStateException if the settings of a single election were set before
	 */
	public ElectionEngineBuilder elections(ElectionSettings common) {
		if (!this.elections.isEmpty()) {
			throw new IllegalStateException("Election '" + this.elections.keySet().iterator().next()
					+ "' has settings already. Set what all elections have in common before");
		}
		if (common.partitions() != null) {
			throw new IllegalArgumentException("All elections are to have " + common.partitions()
					+ " partitions. Set the number of a single election instead");
		}
		this.common = this.store.checked(common);
		return this;
	}

	/**
	 * Sets the settings of one election, or of all partitions of one, in place of those
	 * of all elections.
	 * @param election the name of the election
	 * @param settings its settings
	 * @return this
	 * @throws IllegalArgumentException if the name is not legal, or that of a partition,
	 * or if the number of partitions is not legal
	 * @throws InvalidTimingException if the store does not support the lease duration
	 */
	public ElectionEngineBuilder election(String election, ElectionSettings settings) {
		Integer partitions = settings.partitions();
		if (partitions != null) {
			if (partitions < 1 || partitions > Partition.MAX_PARTITIONS) {
				throw new IllegalArgumentException("Election '" + election + "' is to have " + partitions
						+ " partitions. Use 1 to " + Partition.MAX_PARTITIONS);
			}
			Partition last = new Partition(Partition.checkWhole(election), partitions - 1);
			ElectionKey.checkElection(last.name());
		}
		this.elections.put(Partition.checkWhole(ElectionKey.checkElection(election)), this.store.checked(settings));
		return this;
	}

	/**
	 * Sets the timing of all elections without their own settings.
	 * @param timing the timing
	 * @return this
	 * @throws InvalidTimingException if the store does not support the lease duration
	 * @see #elections
	 */
	public ElectionEngineBuilder timing(ElectionTiming timing) {
		return elections(this.common.withTiming(timing));
	}

	/**
	 * Divides an election into partitions, which the engine joins. Its other settings are
	 * its own, otherwise those of all elections.
	 * @param election the name of the election
	 * @param partitions how many, from 1 to {@link Partition#MAX_PARTITIONS}
	 * @return this
	 * @throws IllegalArgumentException if the name or the number is not legal
	 * @see #election
	 */
	public ElectionEngineBuilder partitions(String election, int partitions) {
		return election(election, this.elections.getOrDefault(election, this.common).withPartitions(partitions));
	}

	/**
	 * Sets the candidate's metadata.
	 * @param metadata called at each attempt at a term, on the thread that renews leases:
	 * it must return at once
	 * @return this
	 */
	public ElectionEngineBuilder metadata(Supplier<Map<String, String>> metadata) {
		this.metadata = metadata;
		return this;
	}

	/**
	 * Sets the limits of this candidate's bids. They have no effect on an engine that
	 * always leads, or never.
	 * @param bidLimits the limits; default none
	 * @return this
	 */
	public ElectionEngineBuilder bidLimits(BidLimits bidLimits) {
		this.bidLimits = bidLimits;
		return this;
	}

	/**
	 * Sets after what time without a known leader listeners are notified of the absence.
	 * @param vacancyThreshold the duration, above zero, or {@code null} for the lease
	 * duration of the election
	 * @return this
	 */
	public ElectionEngineBuilder vacancyThreshold(@Nullable Duration vacancyThreshold) {
		if (vacancyThreshold != null && (vacancyThreshold.isNegative() || vacancyThreshold.isZero())) {
			throw new IllegalArgumentException(
					"The vacancy threshold is " + vacancyThreshold + ". Use a duration above 0s");
		}
		this.vacancyThreshold = vacancyThreshold;
		return this;
	}

	/**
	 * Adds a listener for calls to the store. An exception of a listener is logged once
	 * and has no other effect.
	 * @param operationListener the listener
	 * @return this
	 */
	public ElectionEngineBuilder operationListener(OperationListener operationListener) {
		this.store = this.store.with(operationListener);
		return this;
	}

	/**
	 * Sets the observer of the runs of tasks.
	 * @param taskObserver the observer
	 * @return this
	 */
	public ElectionEngineBuilder taskObserver(TaskObserver taskObserver) {
		this.taskObserver = taskObserver;
		return this;
	}

	/**
	 * Sets whether the store is closed with the engine.
	 * @param closeStore default {@code true}; {@code false} for a store that its owner
	 * closes after the engine
	 * @return this
	 */
	public ElectionEngineBuilder closeStore(boolean closeStore) {
		this.store = this.store.withClosed(closeStore);
		return this;
	}

	/**
	 * Sets clocks and threads, for tests.
	 * @param time the time system
	 * @return this
	 */
	public ElectionEngineBuilder time(TimeSystem time) {
		this.time = time;
		return this;
	}

	/**
	 * Sets the source of nonces, jitter and the random part of the candidate id, for
	 * tests.
	 * @param entropy the source
	 * @return this
	 */
	public ElectionEngineBuilder entropy(Entropy entropy) {
		this.entropy = entropy;
		return this;
	}

	/**
	 * Builds the engine, not started.
	 * @return the engine
	 * @throws InvalidTimingException if one lease serves all elections but their
	 * durations differ
	 * @throws IllegalArgumentException if an election has partitions and the store keeps
	 * no checkpoints
	 */
	public ElectionEngine build() {
		StoreTraits traits = this.store.traits();
		if (this.store.contend() == Contend.WITH_OTHERS && !traits.checkpoints()) {
			this.elections.forEach((name, election) -> checkWhole(name, election, traits));
		}
		if (traits.sharedLease()) {
			this.elections.forEach((name, election) -> checkShared(name, election.timing(), traits));
		}
		CandidateId candidate = new CandidateId(this.instanceName, this.entropy, this.process);
		return new LeaseElectionEngine(
				new EngineSettings(this.store, this.namespace, candidate, this.common, this.elections, this.metadata,
						this.bidLimits, this.vacancyThreshold, this.taskObserver, this.time, this.entropy));
	}

	private static void checkWhole(String name, ElectionSettings election, StoreTraits traits) {
		if (election.partitions() != null) {
			throw new IllegalArgumentException("Election '" + name
					+ "' has partitions, whose number is kept in a checkpoint, but the store '" + traits.name()
					+ "' has no checkpoints. If it does, declare them in its StoreTraits, or use another store");
		}
	}

	private void checkShared(String election, ElectionTiming timing, StoreTraits traits) {
		Duration shared = this.common.timing().lease();
		if (!timing.lease().equals(shared)) {
			throw new InvalidTimingException(List
				.of("lease-duration of election '" + election + "' is " + timing.lease() + ", but in the store '"
						+ traits.name() + "' one lease serves all elections of an instance, and that is " + shared
						+ ". Remove it from the election"));
		}
	}

}
