/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

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
 * The settings that an {@link ElectionEngineBuilder} makes an engine of.
 *
 * @param timings of elections that do not have the common timing
 * @param partitions how many partitions the elections have that are divided
 * @param closeStore whether the engine closes the store
 */
record EngineSettings(LeaseStore store, StoreTraits traits, String namespace, CandidateId candidate,
		ElectionTiming timing, Map<String, ElectionTiming> timings, Map<String, Integer> partitions,
		MetadataSource metadata, Function<String, Tenure> tenure, @Nullable Duration vacancyThreshold,
		OperationListeners operationListeners, TaskObserver taskObserver, TimeSystem time, Entropy entropy,
		Contend contend, Preferences preferences, Predicate<String> autoStartup, boolean closeStore) {

	EngineSettings {
		timings = Map.copyOf(timings);
		partitions = Map.copyOf(partitions);
		if (contend != Contend.WITH_OTHERS) {
			// A sole candidate has nobody to hand over to
			tenure = (election) -> Tenure.UNLIMITED;
			preferences = Preferences.NONE;
		}
	}

	ElectionTiming timing(String election) {
		return this.timings.getOrDefault(Partition.electionOf(election), this.timing);
	}

	/** How long a handover of any election can take. */
	Duration longestHandover() {
		Duration longest = this.timing.drainTimeout();
		for (ElectionTiming timing : this.timings.values()) {
			longest = (timing.drainTimeout().compareTo(longest) > 0) ? timing.drainTimeout() : longest;
		}
		return longest.plus(this.timing.operationTimeout().multipliedBy(3));
	}

	/** With whom an engine contends. */
	enum Contend {

		WITH_OTHERS, ALONE, NEVER

	}

}
