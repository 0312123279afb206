/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.blob;

import io.leaderelection.LeaderElection;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class MasterOrSlave {

	private final LeaderElection election;

	MasterOrSlave(LeaderElection election) {
		this.election = election;
	}

	@Scheduled(fixedDelay = 1000)
	void speak() {
		System.out.println(speech());
	}

	String speech() {
		return this.election.isLeader() ? "I'm the boss" : "I'm just a slave";
	}

}
