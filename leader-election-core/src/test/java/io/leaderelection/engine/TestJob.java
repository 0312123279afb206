/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A task that runs until a test lets it end, and counts interrupts on the way.
 */
final class TestJob implements LeaderWork {

	final List<Leadership> terms = new CopyOnWriteArrayList<>();

	final AtomicInteger interrupts = new AtomicInteger();

	private final AtomicInteger running = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final Semaphore begun = new Semaphore(0);

	private final Semaphore interrupted = new Semaphore(0);

	private final Semaphore mayEnd = new Semaphore(0);

	private final boolean stubborn;

	private TestJob(boolean stubborn) {
		this.stubborn = stubborn;
	}

	/** Creates a job that ends when it is interrupted. */
	static TestJob willing() {
		return new TestJob(false);
	}

	/** Creates a job that continues when it is interrupted. */
	static TestJob stubborn() {
		return new TestJob(true);
	}

	@Override
	public void run(Leadership leadership) throws InterruptedException {
		this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
		try {
			assertThat(Leadership.current().fencingToken()).isEqualTo(leadership.fencingToken());
			this.terms.add(leadership);
			this.begun.release();
			while (true) {
				try {
					this.mayEnd.acquire();
					return;
				}
				catch (InterruptedException ex) {
					this.interrupts.incrementAndGet();
					this.interrupted.release();
					if (!this.stubborn) {
						throw ex;
					}
				}
			}
		}
		finally {
			this.running.decrementAndGet();
		}
	}

	void letEnd() {
		this.mayEnd.release();
	}

	void awaitBegin() throws InterruptedException {
		assertThat(this.begun.tryAcquire(30, TimeUnit.SECONDS)).as("the task begins").isTrue();
	}

	void awaitInterrupt() throws InterruptedException {
		assertThat(this.interrupted.tryAcquire(30, TimeUnit.SECONDS)).as("the task is interrupted").isTrue();
	}

	int runs() {
		return this.terms.size();
	}

	/** Returns the maximum number of runs at the same time. */
	int most() {
		return this.most.get();
	}

}
