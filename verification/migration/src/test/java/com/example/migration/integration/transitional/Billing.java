/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.transitional;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.eligibility.LeadershipEligibility;

import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Billing {

	private final LockRegistryLeaderInitiator initiator;

	Billing(LockRegistryLeaderInitiator initiator) {
		this.initiator = initiator;
	}

	@Scheduled(fixedDelay = 1000)
	@OnLeader("billing")
	void bill() {
		if (this.initiator.getContext().isLeader()) {
			System.out.println("bills");
		}
	}

	@Component
	record InitiatorLeads(LockRegistryLeaderInitiator initiator) implements LeadershipEligibility {

		@Override
		public boolean isEligible(String election) {
			return !election.equals("billing") || this.initiator.getContext().isLeader();
		}

	}

}
