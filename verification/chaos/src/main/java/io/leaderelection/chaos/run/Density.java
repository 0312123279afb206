/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.time.Duration;
import java.util.List;

import io.leaderelection.chaos.fault.Fault;

/**
 * Whether a run had enough of each kind of fault, also of those that never came. What
 * else a proof needs, the checker counts from the histories.
 */
final class Density {

	/** Shorter runs are for smoke only. */
	private static final Duration JUDGED_FROM = Duration.ofMinutes(10);

	private static final int LEAST_OF_KIND = 3;

	private Density() {
	}

	/**
	 * What is missing in a run long enough to be judged.
	 * @param duration of the run
	 * @param kinds that were to come
	 * @param log what came
	 * @return what is missing, in words
	 */
	static List<String> shortages(Duration duration, List<Fault> kinds, FaultLog log) {
		if (duration.compareTo(JUDGED_FROM) < 0) {
			return List.of();
		}
		return kinds.stream()
			.filter((kind) -> log.count(kind) < LEAST_OF_KIND)
			.map((kind) -> kind.name() + " came only " + log.count(kind) + " times")
			.toList();
	}

}
