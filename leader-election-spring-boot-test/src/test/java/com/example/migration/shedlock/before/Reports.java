/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.before;

import java.time.Duration;
import java.time.Instant;

import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Reports {

	private final LockingTaskExecutor executor;

	Reports(LockingTaskExecutor executor) {
		this.executor = executor;
	}

	@Scheduled(cron = "0 0 3 * * *")
	@SchedulerLock(name = "reports", lockAtMostFor = "30m", lockAtLeastFor = "1m")
	void write() {
		LockAssert.assertLocked();
		for (int page = 0; page < 100; page++) {
			LockExtender.extendActiveLock(Duration.ofMinutes(30), Duration.ofMinutes(1));
			write(page);
		}
	}

	void writeNow() {
		this.executor.executeWithLock((Runnable) () -> write(0),
				new LockConfiguration(Instant.now(), "reports", Duration.ofMinutes(30), Duration.ZERO));
	}

	private void write(int page) {
		System.out.println("page " + page);
	}

}
