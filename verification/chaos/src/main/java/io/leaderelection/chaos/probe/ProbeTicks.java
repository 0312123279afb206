/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.IOException;

import io.leaderelection.annotation.InterruptedTick;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.history.TickJob;
import io.leaderelection.schedule.Ticks;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Scheduled jobs that run once per tick.
 */
class ProbeTicks {

	private final ProbeWork work;

	ProbeTicks(ProbeWork work) {
		this.work = work;
	}

	@Scheduled(cron = "* * * * * *", zone = "UTC")
	@OnLeader(ProbeWork.ELECTION)
	@OncePerTick(name = "often", maxLateness = "1m")
	void often() throws InterruptedException, IOException {
		run(TickJob.OFTEN);
	}

	@Scheduled(cron = "* * * * * *", zone = "UTC")
	@OnLeader(ProbeWork.ELECTION)
	@OncePerTick(name = "never-twice", maxLateness = "1m", interrupted = InterruptedTick.SKIP)
	void neverTwice() throws InterruptedException, IOException {
		run(TickJob.NEVER_TWICE);
	}

	@Scheduled(cron = "*/20 * * * * *", zone = "UTC")
	@OnLeader(ProbeWork.ELECTION)
	@OncePerTick(name = "long", maxLateness = "1m")
	void lasting() throws InterruptedException, IOException {
		run(TickJob.LONG);
	}

	private void run(TickJob job) throws InterruptedException, IOException {
		this.work.tick(job, Ticks.current().orElseThrow());
	}

}
