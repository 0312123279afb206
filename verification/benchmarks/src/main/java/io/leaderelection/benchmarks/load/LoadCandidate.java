/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;

/**
 * The process of a candidate: an engine at default timings, without Spring. Reads
 * commands from its standard input, and exits when that ends.
 */
final class LoadCandidate {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final long SAMPLE_MILLIS = 250;

	private final PrintStream out;

	private final int threadsBefore;

	private final ElectionEngine engine;

	private final List<Candidacy> joined = new ArrayList<>();

	private final List<Long> renewals = new ArrayList<>();

	private long oldestMicros;

	private int threads;

	private LoadCandidate(LeaseStoreFactory factory, PrintStream out) {
		this.out = out;
		this.threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
		this.engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("load")
			.timing(TIMING)
			.operationListener(this::completed)
			.build();
		this.engine.addListener(new LeadershipListener() {

			@Override
			public void granted(Leadership leadership) {
				out.println("granted");
			}

			@Override
			public void revoked(Revocation revocation) {
				out.println("revoked");
			}

		});
	}

	/**
	 * Runs a candidate.
	 * @param args the store and its port
	 * @throws IOException if the standard input cannot be read
	 */
	public static void main(String[] args) throws IOException {
		LeaseStoreFactory factory = LoadStore.parse(args[0]).factory(Integer.parseInt(args[1]));
		new LoadCandidate(factory, System.out).run();
		System.exit(0);
	}

	private void run() throws IOException {
		this.engine.start();
		Thread sampler = new Thread(this::sample, "sampler");
		sampler.setDaemon(true);
		sampler.start();
		this.out.println("ready");
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			String[] words = line.split(" ", -1);
			switch (words[0]) {
				case "join" -> join(words[1], Integer.parseInt(words[2]));
				case "leave" -> leave();
				case "figures" -> this.out.println(figures());
				default -> throw new IllegalArgumentException("Unknown command: " + line);
			}
		}
	}

	private void join(String prefix, int elections) {
		for (int i = 0; i < elections; i++) {
			this.joined.add(this.engine.join(prefix + "-" + i));
		}
	}

	private void leave() {
		this.joined.forEach(Candidacy::close);
		this.joined.clear();
	}

	private synchronized void completed(String operation, String outcome, Duration took) {
		if (operation.equals("renew") && outcome.equals("success")) {
			this.renewals.add(took.toNanos() / 1000);
		}
	}

	private void sample() {
		while (true) {
			long oldest = 0;
			for (LeaderElection election : this.engine.all()) {
				oldest = Math.max(oldest, election.leadership().map(LoadCandidate::ageMicros).orElse(0L));
			}
			note(oldest, ManagementFactory.getThreadMXBean().getThreadCount() - this.threadsBefore - 1);
			try {
				Thread.sleep(SAMPLE_MILLIS);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	/** Returns how long ago the last confirmed renewal of a term was sent. */
	private static long ageMicros(Leadership leadership) {
		Duration whole = TIMING.lease().minus(TIMING.safetyMargin());
		return whole.minus(leadership.remaining()).toNanos() / 1000;
	}

	private synchronized void note(long oldest, int runningThreads) {
		this.oldestMicros = Math.max(this.oldestMicros, oldest);
		this.threads = Math.max(this.threads, runningThreads);
	}

	/** Returns the threads, the oldest renewal and all renewals since the last call. */
	private synchronized String figures() {
		StringBuilder line = new StringBuilder("figures ").append(this.threads).append(' ').append(this.oldestMicros);
		this.renewals.forEach((micros) -> line.append(' ').append(micros));
		this.threads = 0;
		this.oldestMicros = 0;
		this.renewals.clear();
		return line.toString();
	}

}
