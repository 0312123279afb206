/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.blob;

import java.time.Duration;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;

import org.springframework.stereotype.Component;

@Component
class Coordination {

	private volatile int rounds;

	@LeaderTask("coordination")
	void coordinateOthers(Leadership leadership) throws InterruptedException {
		do {
			this.rounds++;
		}
		while (!leadership.awaitEnd(Duration.ofSeconds(1)));
	}

	int rounds() {
		return this.rounds;
	}

}
