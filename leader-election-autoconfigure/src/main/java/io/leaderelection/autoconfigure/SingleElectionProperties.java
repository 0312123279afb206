/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Configuration properties of one election, which override those of all elections.
 *
 * @param leaseDuration Overrides the property of all elections.
 * @param renewInterval Overrides the property of all elections.
 * @param operationTimeout Overrides the property of all elections.
 * @param safetyMargin Overrides the property of all elections.
 * @param retryInterval Overrides the property of all elections.
 * @param drainTimeout Overrides the property of all elections.
 * @param coolDown Overrides the property of all elections.
 * @param maxTerm Overrides the property of all elections.
 * @param relinquishCron Overrides the property of all elections.
 * @param relinquishZone Overrides the property of all elections.
 * @param eligibleWhen Overrides the property of all elections.
 * @param ineligibleAfter Overrides the property of all elections.
 * @param priority Overrides the property of all elections.
 * @param preemptAfter Overrides the property of all elections.
 * @param spread Overrides the property of all elections.
 * @param autoStartup Overrides the property of all elections.
 * @param partitions Number of partitions that the election is divided into, from 1 to
 * 1024, the same on every instance. By default, the election is led as a whole.
 * @param start Ids of listener containers, or names of Lifecycle beans, to start on the
 * leader only.
 */
public record SingleElectionProperties(@Nullable Duration leaseDuration, @Nullable Duration renewInterval,
		@Nullable Duration operationTimeout, @Nullable Duration safetyMargin, @Nullable Duration retryInterval,
		@Nullable Duration drainTimeout, @Nullable Duration coolDown, @Nullable Duration maxTerm,
		@Nullable String relinquishCron, @Nullable String relinquishZone, @Nullable List<String> eligibleWhen,
		@Nullable Duration ineligibleAfter, @Nullable Integer priority, @Nullable Duration preemptAfter,
		@Nullable Boolean spread, @Nullable Boolean autoStartup, @Nullable Integer partitions,
		List<String> start) implements ElectionProperties {

	/** Sets the default, because the binder passes {@code null} for what is not set. */
	public SingleElectionProperties {
		start = Objects.requireNonNullElse(start, List.of());
	}

}
