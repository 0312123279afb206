/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration.reports.before;

import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The job before the migration. Unlike the one that the page shows it keeps no lock
 * beyond its run, because it runs each second.
 */
@Component
class Reports {

	@Scheduled(cron = "${reports.cron}")
	@SchedulerLock(name = "reports", lockAtMostFor = "30m")
	void write() {
		System.out.println("writes reports");
	}

}
