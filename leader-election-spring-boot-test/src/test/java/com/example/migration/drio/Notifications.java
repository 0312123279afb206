/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.drio;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;

import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Notifications {

	@EventListener(condition = "#event.election == 'notifications'")
	void becameLeader(LeadershipGrantedEvent event) {
		System.out.println("leader, with token " + event.getFencingToken());
	}

	@EventListener(condition = "#event.election == 'notifications'")
	void becameFollower(LeadershipRevokedEvent event) {
		System.out.println("follower: " + event.getCause());
	}

	@Scheduled(fixedDelay = 5000)
	@OnLeader("notifications")
	void whileLeader() {
		System.out.println("notifies");
	}

}
