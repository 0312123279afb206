/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.after;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Reports {

	@Scheduled(cron = "${reports.cron}")
	@OnLeader("reports")
	@OncePerTick(name = "reports")
	void write() {
		System.out.println("writes reports");
	}

}
