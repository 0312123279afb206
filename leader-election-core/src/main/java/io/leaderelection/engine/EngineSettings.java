/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.Partition;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.bid.Preferences;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.TaskObserver;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine, from an {@link ElectionEngineBuilder}.
 *
 * @param timings the timing of elections that do not have the common one
 * @param partitions the number of partitions of each partitioned election
 * @param closeStore whether the engine closes the store
 */
record EngineSettings(LeaseStore store, StoreTraits traits, String namespace, CandidateId candidate,
		ElectionTiming timing, Map<String, ElectionTiming> timings, Map<String, Integer> partitions,
		Supplier<Map<String, String>> metadata, Function<String, Tenure> tenure, @Nullable Duration vacancyThreshold,
		List<OperationListener> operationListeners, TaskObserver taskObserver, TimeSystem time, Entropy entropy,
		Contend contend, Preferences preferences, Predicate<String> autoStartup, boolean closeStore) {

	EngineSettings {
		timings = Map.copyOf(timings);
		partitions = Map.copyOf(partitions);
		operationListeners = List.copyOf(operationListeners);
		if (contend != Contend.WITH_OTHERS) {
			// A sole candidate cannot hand over
			tenure = (election) -> Tenure.UNLIMITED;
			preferences = Preferences.NONE;
		}
	}

	ElectionTiming timing(String election) {
		return this.timings.getOrDefault(Partition.electionOf(election), this.timing);
	}

	/** Returns the longest time that a handover of any election can take. */
	Duration longestHandover() {
		Duration longest = this.timing.drainTimeout();
		for (ElectionTiming timing : this.timings.values()) {
			longest = (timing.drainTimeout().compareTo(longest) > 0) ? timing.drainTimeout() : longest;
		}
		return longest.plus(this.timing.operationTimeout().multipliedBy(3));
	}

	/** Whether an engine contends, and with whom. */
	enum Contend {

		WITH_OTHERS, ALONE, NEVER

	}

}
