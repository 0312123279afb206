/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.event.LeaderElectionEvent;

import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Records the events of leader election. Runs first, because an exception of an earlier
 * listener would keep events from later ones.
 */
final class RecordedEvents implements ApplicationListener<LeaderElectionEvent>, Ordered {

	private final List<LeaderElectionEvent> events = new CopyOnWriteArrayList<>();

	@Override
	public void onApplicationEvent(LeaderElectionEvent event) {
		this.events.add(event);
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	List<LeaderElectionEvent> list() {
		return List.copyOf(this.events);
	}

	void clear() {
		this.events.clear();
	}

}
