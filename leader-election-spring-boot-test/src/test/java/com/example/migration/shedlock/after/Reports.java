/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.after;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Reports {

	private final LeaderElections elections;

	Reports(LeaderElections elections) {
		this.elections = elections;
	}

	@Scheduled(cron = "0 0 3 * * *")
	@OnLeader("reports")
	@OncePerTick(name = "reports")
	void write() {
		for (int page = 0; page < 100; page++) {
			Leadership.current().verify();
			write(page);
		}
	}

	void writeNow() {
		try (GuardedCall call = this.elections.get("reports").tryEnter(OnLoss.INTERRUPT)) {
			if (call != null) {
				write(0);
			}
		}
	}

	private void write(int page) {
		System.out.println("page " + page);
	}

}
