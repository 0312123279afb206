/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class PriceCache {

	private volatile boolean warm;

	@EventListener(condition = "#event.election == 'prices'")
	void warmUp(LeadershipGrantedEvent event) {
		this.warm = true;
	}

	@EventListener(condition = "#event.election == 'prices'")
	void empty(LeadershipRevokedEvent event) {
		this.warm = false;
	}

	boolean isWarm() {
		return this.warm;
	}

}
