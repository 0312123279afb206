/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.protocol.ElectionTiming;

/**
 * Samples repeatedly for every election whether this instance leads, and writes each
 * change of the answer with the first or the last moment at which it certainly led.
 */
final class Sampler {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private final LeaderElections elections;

	private final long intervalNanos;

	private final int threadsBefore;

	private final PrintStream out;

	private final Map<String, Sample> samples = new HashMap<>();

	private final Thread thread = new Thread(this::run, "sampler");

	private int threads;

	private long oldestNanos;

	private volatile boolean finishing;

	Sampler(LeaderElections elections, long intervalMicros, int threadsBefore, PrintStream out) {
		this.elections = elections;
		this.intervalNanos = TimeUnit.MICROSECONDS.toNanos(intervalMicros);
		this.threadsBefore = threadsBefore;
		this.out = out;
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	/** Takes the last samples. */
	void finish() throws InterruptedException {
		this.finishing = true;
		this.thread.join();
	}

	/** Returns the largest number of threads of the application since the last call. */
	synchronized int takeThreads() {
		int most = this.threads;
		this.threads = 0;
		return most;
	}

	/**
	 * Returns for how long, since the last call, the lease of a leader was not renewed,
	 * with default timings.
	 */
	synchronized long takeOldestMicros() {
		long oldest = this.oldestNanos;
		this.oldestNanos = 0;
		return TimeUnit.NANOSECONDS.toMicros(oldest);
	}

	private void run() {
		for (boolean last = false; !last; LockSupport.parkNanos(this.intervalNanos)) {
			last = this.finishing;
			long oldest = 0;
			for (LeaderElection election : this.elections.all()) {
				oldest = Math.max(oldest, sample(election));
			}
			note(oldest);
		}
	}

	private synchronized void note(long oldest) {
		this.oldestNanos = Math.max(this.oldestNanos, oldest);
		// The sampler does not belong to the application
		this.threads = Math.max(this.threads,
				ManagementFactory.getThreadMXBean().getThreadCount() - this.threadsBefore - 1);
	}

	/** Returns how long ago the last confirmed renewal was sent. */
	private long sample(LeaderElection election) {
		long before = System.nanoTime();
		Leadership term = election.leadership().orElse(null);
		long after = System.nanoTime();
		long token = (term != null) ? term.fencingToken() : 0;
		Sample sample = this.samples.computeIfAbsent(election.name(), (name) -> new Sample());
		if (token != sample.token) {
			if (sample.token != 0) {
				this.out.println("ends " + election.name() + " " + sample.before);
			}
			if (token != 0) {
				this.out.println("leads " + election.name() + " " + after);
			}
		}
		sample.token = token;
		sample.before = before;
		return (term != null) ? TIMING.lease().minus(TIMING.safetyMargin()).minus(term.remaining()).toNanos() : 0;
	}

	/** The last sample of an election. */
	private static final class Sample {

		/** The token of the term, or 0. */
		private long token;

		private long before;

	}

}
