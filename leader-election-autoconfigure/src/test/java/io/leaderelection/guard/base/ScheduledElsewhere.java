/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.base;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.scheduling.annotation.Scheduled;

/**
 * A job in a subpackage of the tests' package.
 */
public class ScheduledElsewhere {

	public static final AtomicInteger RUNS = new AtomicInteger();

	@Scheduled(cron = "@daily")
	public void run() {
		RUNS.incrementAndGet();
	}

}
