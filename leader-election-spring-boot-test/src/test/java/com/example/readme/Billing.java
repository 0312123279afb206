/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.readme;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
@EnableScheduling
class Billing {

	@Scheduled(cron = "0 0 3 * * *")
	@OnLeader("billing")
	@OncePerTick
	void bill() {
		long token = Leadership.current().fencingToken();
		System.out.println("bills with token " + token);
	}

}
