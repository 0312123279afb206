/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;

import io.leaderelection.eligibility.EligibilityLoop;
import io.leaderelection.engine.Tenure;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.bid.Preference;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one election: each is its own value, otherwise the one that is common
 * to all elections, otherwise derived.
 *
 * @param timing the durations
 * @param tenure how long this instance leads at most
 * @param eligibility the checks that make this instance eligible to lead
 * @param preference the preference of this instance, or {@code null}
 * @param autoStartup whether this instance contends automatically
 * @param partitions the number of partitions, or {@code null} if the election is led as a
 * whole
 * @param start the listener containers and beans to start on the leader
 */
record ElectionSettings(ElectionTiming timing, Tenure tenure, EligibilityLoop.Rule eligibility,
		@Nullable Preference preference, boolean autoStartup, @Nullable Integer partitions, List<String> start) {

	ElectionSettings {
		start = List.copyOf(start);
	}

}
