/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.before;

import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Billing {

	private final LockRegistryLeaderInitiator initiator;

	Billing(LockRegistryLeaderInitiator initiator) {
		this.initiator = initiator;
	}

	@EventListener(condition = "#event.role == 'billing'")
	void granted(OnGrantedEvent event) {
		System.out.println("leads");
	}

	@EventListener(condition = "#event.role == 'billing'")
	void revoked(OnRevokedEvent event) {
		System.out.println("no longer leads");
	}

	@Scheduled(fixedDelay = 1000)
	void bill() {
		if (this.initiator.getContext().isLeader()) {
			System.out.println("bills");
		}
	}

	void handover() {
		this.initiator.getContext().yield();
	}

}
