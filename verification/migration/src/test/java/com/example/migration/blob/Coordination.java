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

	@LeaderTask("coordination")
	void coordinateOthers(Leadership leadership) throws InterruptedException {
		do {
			System.out.println("coordinates others");
		}
		while (!leadership.awaitEnd(Duration.ofSeconds(1)));
	}

}
