/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.before;

import java.time.Duration;

import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Reports {

	@Scheduled(cron = "${reports.cron}")
	@SchedulerLock(name = "reports", lockAtMostFor = "30m", lockAtLeastFor = "1m")
	void write() {
		LockExtender.extendActiveLock(Duration.ofMinutes(30), Duration.ofMinutes(1));
		System.out.println("writes reports");
	}

}
