/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;

/**
 * Samples repeatedly whether a candidate leads, and writes its history: at each change
 * {@code leads} or {@code ends} with two instants of the monotonic clock, the start of
 * the last question with the old answer and the end of the first question with the new
 * answer. The change lies between them.
 */
final class LeadershipSampler implements Runnable {

	private static final long INTERVAL_NANOS = 500_000;

	private final Candidate candidate;

	private final PrintStream history;

	LeadershipSampler(Candidate candidate, PrintStream history) {
		this.candidate = candidate;
		this.history = history;
	}

	@Override
	public void run() {
		boolean led = false;
		long lastBefore = System.nanoTime();
		while (!Thread.currentThread().isInterrupted()) {
			long before = System.nanoTime();
			boolean leads = this.candidate.isLeader();
			if (leads != led) {
				this.history.println(((leads) ? "leads " : "ends ") + lastBefore + ' ' + System.nanoTime());
				led = leads;
			}
			lastBefore = before;
			LockSupport.parkNanos(INTERVAL_NANOS);
		}
	}

}
