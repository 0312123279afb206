/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.blob;

import io.leaderelection.LeaderElections;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class MasterOrSlave {

	private final LeaderElections elections;

	MasterOrSlave(LeaderElections elections) {
		this.elections = elections;
	}

	@Scheduled(fixedDelay = 1000)
	void speak() {
		System.out.println(speech());
	}

	String speech() {
		return this.elections.get("master").isLeader() ? "I'm the boss" : "I'm just a slave";
	}

}
