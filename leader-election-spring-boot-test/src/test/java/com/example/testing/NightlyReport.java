/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class NightlyReport {

	private int written;

	@Scheduled(cron = "0 0 3 * * *")
	@OnLeader("reports")
	@OncePerTick(name = "nightly")
	void write() {
		this.written++;
	}

	int written() {
		return this.written;
	}

}
