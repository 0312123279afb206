/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.before;

import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The release before the migration.
 */
@Configuration(proxyBeanMethods = false)
class BillingApplication {

	private final LockRegistryLeaderInitiator initiator;

	BillingApplication(LockRegistryLeaderInitiator initiator) {
		this.initiator = initiator;
	}

	@Scheduled(fixedDelay = 1000)
	void bill() {
		if (this.initiator.getContext().isLeader()) {
			System.out.println("bills");
		}
	}

}
