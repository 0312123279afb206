/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.Leadership;

import org.springframework.context.SmartLifecycle;

/**
 * A bean that records its starts and stops, and can delay both.
 */
public class ManagedBean implements SmartLifecycle {

	final List<String> journal = new CopyOnWriteArrayList<>();

	final CountDownLatch starting = new CountDownLatch(1);

	private final AtomicInteger failures = new AtomicInteger();

	private volatile CountDownLatch mayStart = new CountDownLatch(0);

	private volatile CountDownLatch mayStop = new CountDownLatch(0);

	private volatile boolean running;

	/** Makes the starts wait. */
	CountDownLatch holdStart() {
		this.mayStart = new CountDownLatch(1);
		return this.mayStart;
	}

	/** Makes the stops wait. */
	CountDownLatch holdStop() {
		this.mayStop = new CountDownLatch(1);
		return this.mayStop;
	}

	void failToStart(int times) {
		this.failures.set(times);
	}

	@Override
	public void start() {
		this.starting.countDown();
		await(this.mayStart, "start");
		if (this.failures.getAndDecrement() > 0) {
			this.journal.add("failed");
			throw new IllegalStateException("from the test");
		}
		this.running = true;
		this.journal.add("started");
	}

	@Override
	public void stop() {
		await(this.mayStop, "stop");
		this.running = false;
		boolean held = Leadership.findCurrent().map(Leadership::isValid).orElse(false);
		this.journal.add(held ? "stopped in its term" : "stopped");
	}

	private void await(CountDownLatch latch, String what) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			this.journal.add(what + " interrupted");
			throw new IllegalStateException(what + " interrupted", ex);
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public boolean isAutoStartup() {
		return false;
	}

}
