/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Records the notifications of a store, in order: {@code notification <election>},
 * {@code live true}, {@code live false} and {@code disconnected}. Safe to use from any
 * thread.
 */
public final class WatchedNotifications implements LeaseStore.NotificationListener {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

	@Override
	public void notified(String election) {
		this.events.add("notification " + election);
	}

	@Override
	public void live(boolean live) {
		this.events.add("live " + live);
	}

	@Override
	public void disconnected() {
		this.events.add("disconnected");
	}

	/** Drops all events so far. */
	public void clear() {
		this.events.clear();
	}

	/** Waits for the next event, or returns {@code null} after the patience. */
	@Nullable String poll(Duration patience) throws InterruptedException {
		return this.events.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * Waits for an event, until no event comes for a minute. Earlier events are dropped.
	 * @param expected the event
	 * @throws InterruptedException if the wait is interrupted
	 * @throws AssertionError if it does not come
	 */
	public void await(String expected) throws InterruptedException {
		await(expected, PATIENCE);
	}

	void await(String expected, Duration patience) throws InterruptedException {
		List<String> seen = new ArrayList<>();
		while (!seen.contains(expected)) {
			String event = poll(patience);
			assertThat(event).as("waiting for '%s' after %s", expected, seen).isNotNull();
			seen.add(event);
		}
	}

}
