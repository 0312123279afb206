/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.after;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeadershipRevokedEvent;

import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Billing {

	@Scheduled(fixedDelay = 1000)
	@OnLeader("billing")
	void bill() {
		System.out.println("bills");
	}

	@EventListener(condition = "#event.election == 'billing'")
	void revoked(LeadershipRevokedEvent event) {
		System.out.println("no longer leads: " + event.getCause());
	}

}
