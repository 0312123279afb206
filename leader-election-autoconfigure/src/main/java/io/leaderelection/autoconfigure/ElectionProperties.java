/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Properties that can be set for all elections and overridden for a single one. A value
 * is {@code null} if it is not set.
 */
interface ElectionProperties {

	@Nullable Duration leaseDuration();

	@Nullable Duration renewInterval();

	@Nullable Duration operationTimeout();

	@Nullable Duration safetyMargin();

	@Nullable Duration retryInterval();

	@Nullable Duration drainTimeout();

	@Nullable Duration coolDown();

	@Nullable Duration maxTerm();

	@Nullable String relinquishCron();

	@Nullable String relinquishZone();

	@Nullable List<String> eligibleWhen();

	@Nullable Duration ineligibleAfter();

	@Nullable Integer priority();

	@Nullable Duration preemptAfter();

	@Nullable Boolean spread();

	@Nullable Boolean autoStartup();

	/** Returns the number of partitions, which can be set for a single election only. */
	default @Nullable Integer partitions() {
		return null;
	}

	/** Returns what to start on the leader, which a single election only can set. */
	default List<String> start() {
		return List.of();
	}

}
