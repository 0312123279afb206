/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.leaderelection.Partition;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.calls.StoreCalls;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.solo.SoloStore;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.TaskObserver;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine, from an {@link ElectionEngineBuilder}.
 *
 * @param common the settings of elections that do not have their own
 * @param elections the settings of single elections, by name
 */
record EngineSettings(StoreSettings backend, String namespace, CandidateId candidate, ElectionSettings common,
		Map<String, ElectionSettings> elections, Supplier<Map<String, String>> metadata, BidLimits bidLimits,
		@Nullable Duration vacancyThreshold, TaskObserver taskObserver, TimeSystem time, Entropy entropy) {

	EngineSettings {
		elections = Collections.unmodifiableMap(new TreeMap<>(elections));
	}

	LeaseStore store() {
		return this.backend.store();
	}

	StoreTraits traits() {
		return this.backend.traits();
	}

	Contend contend() {
		return this.backend.contend();
	}

	/** Returns the settings of an election; a partition has those of its election. */
	ElectionSettings of(String election) {
		return this.elections.getOrDefault(Partition.electionOf(election), this.common);
	}

	/** Returns all settings of elections: the common ones, and those of single ones. */
	Stream<ElectionSettings> all() {
		return Stream.concat(Stream.of(this.common), this.elections.values().stream());
	}

	/** Returns the timing of elections that do not have their own. */
	ElectionTiming timing() {
		return this.common.timing();
	}

	/** Returns the longest time that a handover of any election can take. */
	Duration longestHandover() {
		Duration longest = timing().drainTimeout();
		for (ElectionSettings election : this.elections.values()) {
			Duration drainTimeout = election.timing().drainTimeout();
			longest = (drainTimeout.compareTo(longest) > 0) ? drainTimeout : longest;
		}
		return longest.plus(timing().operationTimeout().multipliedBy(3));
	}

	/**
	 * The store, and how it is used.
	 *
	 * @param closed whether the store is closed with the engine
	 */
	record StoreSettings(LeaseStore store, StoreTraits traits, Contend contend, List<OperationListener> listeners,
			boolean closed) {

		StoreSettings {
			listeners = List.copyOf(listeners);
		}

		StoreCalls.Target target() {
			return new StoreCalls.Target(this.store, this.traits.name(), this.listeners);
		}

		StoreSettings with(OperationListener listener) {
			List<OperationListener> all = new ArrayList<>(this.listeners);
			all.add(listener);
			return new StoreSettings(this.store, this.traits, this.contend, all, this.closed);
		}

		StoreSettings withClosed(boolean closed) {
			return new StoreSettings(this.store, this.traits, this.contend, this.listeners, closed);
		}

		/**
		 * Returns the settings of an election with this store. A sole candidate cannot
		 * hand over.
		 * @throws io.leaderelection.protocol.InvalidTimingException if the store does not
		 * support the lease duration
		 */
		ElectionSettings checked(ElectionSettings election) {
			if (this.contend == Contend.WITH_OTHERS) {
				return election.withTiming(election.timing().checkedFor(this.traits));
			}
			return election.withTiming(SoloStore.withLongLease(election.timing()))
				.withTenure(Tenure.UNLIMITED)
				.withPreference(null);
		}

	}

	/** Whether an engine contends, and with whom. */
	enum Contend {

		WITH_OTHERS, ALONE, NEVER

	}

	/**
	 * Reads a candidate's metadata. If the source fails or returns too much, the
	 * candidate contends with its last metadata.
	 */
	static final class MetadataSource implements Supplier<Map<String, String>> {

		/** The size of the metadata that this library adds: priority and max-led. */
		private static final int RESERVED = 48;

		private final Supplier<Map<String, String>> source;

		private final AsyncLog log;

		private Map<String, String> last = Map.of();

		private boolean failed;

		MetadataSource(Supplier<Map<String, String>> source, AsyncLog log) {
			this.source = source;
			this.log = log;
		}

		@Override
		public Map<String, String> get() {
			Throwable thrown = ForeignCode.call((source) -> this.last = checked(source.get()), this.source);
			if (thrown != null && !this.failed) {
				this.log.warn("Metadata of this candidate is not available, the former is used", thrown);
			}
			this.failed = thrown != null;
			return this.last;
		}

		private static Map<String, String> checked(Map<String, String> metadata) {
			int size = metadata.entrySet()
				.stream()
				.mapToInt((entry) -> entry.getKey().length() + entry.getValue().length())
				.sum();
			if (size > Acquire.MAX_METADATA - RESERVED) {
				throw new IllegalArgumentException(
						"Metadata has " + size + " characters. Use at most " + (Acquire.MAX_METADATA - RESERVED));
			}
			return Map.copyOf(metadata);
		}

	}

}
