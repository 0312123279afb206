/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.transitional;

import io.leaderelection.annotation.OnLeader;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Reports {

	@Scheduled(cron = "${reports.cron}")
	@OnLeader("reports")
	@SchedulerLock(name = "reports", lockAtMostFor = "30m")
	void write() {
		System.out.println("writes reports");
	}

}
