/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.Partition;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.protocol.bid.Preferences;
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

	private final LeaseStore store;

	private final StoreTraits traits;

	private final EngineSettings.Contend contend;

	private final Map<String, ElectionTiming> timings = new LinkedHashMap<>();

	private final Map<String, Integer> partitions = new LinkedHashMap<>();

	private String namespace = "default";

	private ElectionTiming timing = ElectionTiming.builder().build();

	private Supplier<Map<String, String>> metadata = Map::of;

	private Function<String, Tenure> tenure = (election) -> Tenure.UNLIMITED;

	private @Nullable Duration vacancyThreshold;

	private final List<OperationListener> operationListeners = new ArrayList<>();

	private TaskObserver taskObserver = TaskObserver.NONE;

	private boolean closeStore = true;

	private TimeSystem time = TimeSystem.system();

	private Entropy entropy = Entropy.SYSTEM;

	private Preferences preferences = Preferences.NONE;

	private Predicate<String> autoStartup = (election) -> true;

	/** Replaced by tests. */
	Supplier<CandidateId.ProcessIdentity> process = CandidateId.ProcessIdentity::current;

	private @Nullable String instanceName;

	private ElectionEngineBuilder(LeaseStore store, StoreTraits traits, EngineSettings.Contend contend) {
		this.store = store;
		this.traits = traits;
		this.contend = contend;
		if (store instanceof SoloStore) {
			this.timing = SoloStore.TIMING;
		}
	}

	/**
	 * Returns a builder of an engine over a store.
	 * @param store the store; closed with the engine, see {@link #closeStore}
	 * @param traits its traits
	 * @return a builder
	 */
	public static ElectionEngineBuilder of(LeaseStore store, StoreTraits traits) {
		return new ElectionEngineBuilder(store, traits, EngineSettings.Contend.WITH_OTHERS);
	}

	/**
	 * Returns a builder of an engine that uses no store and leads every election from
	 * start to stop, for development and tests. Its start returns when it leads.
	 * @return a builder
	 */
	public static ElectionEngineBuilder alwaysLeading() {
		return new ElectionEngineBuilder(new SoloStore(), SoloStore.ALWAYS, EngineSettings.Contend.ALONE);
	}

	/**
	 * Returns a builder of an engine that uses no store and never leads, for development
	 * and tests.
	 * @return a builder
	 */
	public static ElectionEngineBuilder neverLeading() {
		return new ElectionEngineBuilder(new SoloStore(), SoloStore.NEVER, EngineSettings.Contend.NEVER);
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
	 * Sets the timing of all elections without their own timing.
	 * @param timing the timing
	 * @return this
	 * @throws InvalidTimingException if the store does not support the lease duration
	 */
	public ElectionEngineBuilder timing(ElectionTiming timing) {
		this.timing = kept(timing);
		return this;
	}

	/**
	 * Sets the timing of one election, or of all partitions of one.
	 * @param election the name of the election
	 * @param timing the timing
	 * @return this
	 * @throws IllegalArgumentException if the name is not legal, or that of a partition
	 * @throws InvalidTimingException if the store does not support the lease duration
	 */
	public ElectionEngineBuilder timing(String election, ElectionTiming timing) {
		this.timings.put(Partition.checkWhole(ElectionKey.checkElection(election)), kept(timing));
		return this;
	}

	/**
	 * Divides an election into partitions, which the engine joins.
	 * @param election the name of the election
	 * @param partitions how many, from 1 to {@link Partition#MAX_PARTITIONS}
	 * @return this
	 * @throws IllegalArgumentException if the name or the number is not legal
	 */
	public ElectionEngineBuilder partitions(String election, int partitions) {
		if (partitions < 1 || partitions > Partition.MAX_PARTITIONS) {
			throw new IllegalArgumentException("Election '" + election + "' is to have " + partitions
					+ " partitions. Use 1 to " + Partition.MAX_PARTITIONS);
		}
		Partition last = new Partition(Partition.checkWhole(election), partitions - 1);
		ElectionKey.checkElection(election);
		ElectionKey.checkElection(last.name());
		this.partitions.put(election, partitions);
		return this;
	}

	private ElectionTiming kept(ElectionTiming timing) {
		return (this.store instanceof SoloStore) ? SoloStore.withLongLease(timing) : timing.checkedFor(this.traits);
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
	 * Sets how long this candidate may lead. Has no effect on an engine that always
	 * leads, because it cannot hand over.
	 * @param tenure returns the tenure by the name of an election, or for a partition by
	 * the name of the partitioned election; called once for each
	 * @return this
	 */
	public ElectionEngineBuilder tenure(Function<String, Tenure> tenure) {
		this.tenure = tenure;
		return this;
	}

	/**
	 * Sets which elections this candidate prefers to lead. Has no effect on an engine
	 * that always leads, or never.
	 * @param preferences the preferences; the source is called once for each election
	 * @return this
	 */
	public ElectionEngineBuilder preferences(Preferences preferences) {
		this.preferences = preferences;
		return this;
	}

	/**
	 * Sets in which elections this candidate contends as soon as it is started. The
	 * others are paused from the beginning: it only observes them until
	 * {@link LeaderElection#resume()}.
	 * @param autoStartup called at a join with the name of the election, or for a
	 * partition with the name of the partitioned election; default is all
	 * @return this
	 */
	public ElectionEngineBuilder autoStartup(Predicate<String> autoStartup) {
		this.autoStartup = autoStartup;
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
		this.operationListeners.add(operationListener);
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
		this.closeStore = closeStore;
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
		boolean contends = this.contend == EngineSettings.Contend.WITH_OTHERS;
		if (contends && !this.partitions.isEmpty() && !this.traits.checkpoints()) {
			throw new IllegalArgumentException("Election '" + this.partitions.keySet().iterator().next()
					+ "' has partitions, whose number is kept in a checkpoint, but the store '" + this.traits.name()
					+ "' has no checkpoints. If it does, declare them in its StoreTraits, or use another store");
		}
		if (this.traits.sharedLease()) {
			this.timings.forEach(this::checkShared);
		}
		CandidateId candidate = new CandidateId(this.instanceName, this.entropy, this.process);
		return new LeaseElectionEngine(new EngineSettings(this.store, this.traits, this.namespace, candidate,
				this.timing, this.timings, this.partitions, this.metadata, this.tenure, this.vacancyThreshold,
				this.operationListeners, this.taskObserver, this.time, this.entropy, this.contend, this.preferences,
				this.autoStartup, this.closeStore));
	}

	private void checkShared(String election, ElectionTiming timing) {
		if (!timing.lease().equals(this.timing.lease())) {
			throw new InvalidTimingException(List
				.of("lease-duration of election '" + election + "' is " + timing.lease() + ", but in the store '"
						+ this.traits.name() + "' one lease serves all elections of an instance, and that is "
						+ this.timing.lease() + ". Remove it from the election"));
		}
	}

}
