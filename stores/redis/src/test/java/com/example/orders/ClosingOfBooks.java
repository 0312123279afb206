/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.handover.FinishingWork;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Work on the leader that still needs the application's own Redis when it is told to
 * stop. In a package of its own, as an application is.
 */
public class ClosingOfBooks {

	private final FinishingWork work;

	public ClosingOfBooks(StringRedisTemplate redis) {
		this.work = new FinishingWork(() -> redis.opsForValue().increment("books"));
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	public FinishingWork work() {
		return this.work;
	}

}
