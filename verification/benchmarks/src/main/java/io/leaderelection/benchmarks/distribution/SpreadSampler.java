/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;

/**
 * Samples repeatedly for every election whether this instance leads, and writes each
 * change of the answer, with the first and the last moment at which it certainly led.
 */
final class SpreadSampler {

	private static final long PAUSE_MILLIS = 5;

	private final LeaderElections elections;

	private final PrintStream out;

	private final Map<String, Leased> sampled = new HashMap<>();

	private final Thread thread = new Thread(this::run, "sampler");

	private volatile boolean finishing;

	SpreadSampler(LeaderElections elections, PrintStream out) {
		this.elections = elections;
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

	private void run() {
		try {
			for (boolean last = false; !last;) {
				last = this.finishing;
				this.elections.all().forEach(this::sample);
				Thread.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void sample(LeaderElection election) {
		long before = System.nanoTime();
		long token = token(election);
		boolean leads = election.isLeader() && token == token(election);
		long after = System.nanoTime();
		long now = leads ? token : 0;
		Leased sampled = this.sampled.computeIfAbsent(election.name(), (name) -> new Leased());
		if (now != sampled.token) {
			if (sampled.token != 0) {
				this.out.println("ends " + election.name() + " " + sampled.token + " " + sampled.last);
			}
			if (now != 0) {
				this.out.println("leads " + election.name() + " " + now + " " + after);
			}
		}
		sampled.token = now;
		sampled.last = before;
	}

	private static long token(LeaderElection election) {
		return election.leadership().map(Leadership::fencingToken).orElse(0L);
	}

	private static final class Leased {

		private long token;

		/** The stamp before the last sample. */
		private long last;

	}

}
