/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a watching candidate is told.
 */
final class WatchedHints implements LeaseStore.HintListener {

	private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

	@Override
	public void hint(String election) {
		this.events.add("hint " + election);
	}

	@Override
	public void live(boolean live) {
		this.events.add("live " + live);
	}

	@Override
	public void doubt() {
		this.events.add("doubt");
	}

	/** Waits for an event; those before it are dropped. */
	void await(String expected) throws InterruptedException {
		List<String> seen = new ArrayList<>();
		while (!seen.contains(expected)) {
			String event = this.events.poll(TestCandidate.PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(event).as("waiting for '%s' after %s", expected, seen).isNotNull();
			seen.add(event);
		}
	}

}
