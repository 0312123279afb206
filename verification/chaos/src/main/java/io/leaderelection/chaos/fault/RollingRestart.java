/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.history.TickJob;

/**
 * Restarts all instances one after another, the leader first, while its long job runs.
 */
final class RollingRestart {

	private static final Duration INTO_THE_JOB = Duration.ofSeconds(1);

	private RollingRestart() {
	}

	static Duration begin(Strike strike) throws InterruptedException {
		strike.all().forEach(Instance::reserve);
		long period = TickJob.LONG.period().toMillis();
		long into = (System.currentTimeMillis() - INTO_THE_JOB.toMillis()) % period;
		strike.waiting().pass(Duration.ofMillis(period - into));
		return Duration.ZERO;
	}

	static void end(Strike strike) throws InterruptedException {
		try {
			Instance leader = strike.all()
				.stream()
				.filter((instance) -> instance.leadingToken().isPresent())
				.findFirst()
				.orElse(strike.all().get(0));
			restart(leader, strike);
			for (Instance instance : strike.all()) {
				if (instance != leader) {
					restart(instance, strike);
				}
			}
		}
		finally {
			strike.all().forEach(Instance::free);
		}
	}

	private static void restart(Instance instance, Strike strike) throws InterruptedException {
		if (!strike.waiting().isCutShort()) {
			instance.signal("TERM");
			instance.restart();
		}
	}

}
