/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.time.Duration;
import java.util.List;

import io.leaderelection.chaos.fault.Fault;

/**
 * Checks whether a run had enough faults of each kind, including kinds that never came.
 * The checker counts the other requirements of a proof from the histories.
 */
final class Density {

	/** Shorter runs are only smoke tests. */
	private static final Duration JUDGED_FROM = Duration.ofMinutes(10);

	private static final int LEAST_OF_KIND = 3;

	private Density() {
	}

	/**
	 * Returns the shortages of a run that is long enough to be judged.
	 * @param duration the duration of the run
	 * @param kinds the expected kinds
	 * @param log the injected faults
	 * @return a description of each shortage
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
