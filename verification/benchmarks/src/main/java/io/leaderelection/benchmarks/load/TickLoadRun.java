/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;

/**
 * Measures whether many ticks delay renewals. One process leads 100 elections, each with
 * 10 jobs that tick every second, that is, 1,000 evenly distributed ticks per second. A
 * tick writes two notes, the second after the first is confirmed. Exits with status 1 if
 * a bound is exceeded.
 * <p>
 * Argument: the number of seconds, 30 by default.
 */
public final class TickLoadRun {

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private static final int ELECTIONS = 100;

	private static final int JOBS = 10;

	private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1) / (ELECTIONS * JOBS);

	private final List<Long> renewals = new ArrayList<>();

	private final List<Long> ticks = new ArrayList<>();

	private final AtomicLong failed = new AtomicLong();

	private TickLoadRun() {
	}

	/**
	 * Runs the benchmark and prints the figures.
	 * @param args the number of seconds
	 * @throws Exception if a store fails
	 */
	public static void main(String[] args) throws Exception {
		Duration window = Duration.ofSeconds((args.length > 0) ? Integer.parseInt(args[0]) : 30);
		boolean kept = true;
		for (LoadStore store : LoadStore.USUAL) {
			kept &= new TickLoadRun().run(store, window);
		}
		System.exit((kept) ? 0 : 1);
	}

	private boolean run(LoadStore store, Duration window) throws Exception {
		try (TestServer server = store.open(); TcpProxy proxy = TcpProxy.to(server.port())) {
			LeaseStoreFactory factory = store.factory(proxy.port());
			try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
				.namespace("ticks")
				.timing(TIMING)
				.operationListener(this::completed)
				.build()) {
				for (int i = 0; i < ELECTIONS; i++) {
					engine.join("election-" + i);
				}
				engine.start();
				while (!engine.all().stream().allMatch(LeaderElection::isLeader)) {
					Thread.sleep(20);
				}
				// Lets Java compile the code of ticks
				tick(engine, Duration.ofSeconds(10));
				long[] before = take(this.renewals);
				take(this.ticks);
				long roundTrips = proxy.roundTrips();
				tick(engine, window);
				return print(store, window, proxy.roundTrips() - roundTrips, before.length);
			}
		}
	}

	private synchronized void completed(String operation, String outcome, Duration took) {
		if (operation.equals("renew")) {
			this.renewals.add((outcome.equals("success")) ? took.toNanos() : Long.MAX_VALUE);
		}
	}

	private synchronized long[] take(List<Long> values) {
		long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
		values.clear();
		return sorted;
	}

	private void tick(ElectionEngine engine, Duration window) throws InterruptedException {
		List<LibraryNotes> terms = new ArrayList<>();
		List<Long> tokens = new ArrayList<>();
		for (LeaderElection election : engine.all()) {
			Leadership term = election.leadership().orElseThrow();
			terms.add(LibraryNotes.of(term));
			tokens.add(term.fencingToken());
		}
		long number = window.toSeconds() * ELECTIONS * JOBS;
		AtomicLong open = new AtomicLong(number);
		long began = System.nanoTime();
		for (long n = 0; n < number; n++) {
			for (long left = left(began, n); left > 0; left = left(began, n)) {
				LockSupport.parkNanos(left);
			}
			int election = (int) (n % ELECTIONS);
			tick(terms.get(election), "job-" + n / ELECTIONS % JOBS, tokens.get(election), open);
		}
		long end = System.nanoTime() + TIMING.lease().toNanos();
		while (open.get() > 0 && System.nanoTime() - end < 0) {
			Thread.sleep(5);
		}
		if (open.get() > 0) {
			throw new IllegalStateException(open.get() + " ticks are not written after " + TIMING.lease());
		}
	}

	private static long left(long began, long n) {
		return began + n * TICK_NANOS - System.nanoTime();
	}

	private void tick(LibraryNotes term, String job, long token, AtomicLong open) {
		long began = System.nanoTime();
		String key = TickEntry.key(job);
		Instant now = Instant.now();
		term.note(key, new TickEntry(now, TickEntry.State.BEGUN, token, 1, "hash0000").text())
			.thenCompose((nothing) -> term.note(key,
					new TickEntry(now, TickEntry.State.FINISHED, token, 1, "hash0000").text()))
			.whenComplete((nothing, failure) -> {
				if (failure != null) {
					this.failed.incrementAndGet();
				}
				else {
					written(System.nanoTime() - began);
				}
				open.decrementAndGet();
			});
	}

	private synchronized void written(long nanos) {
		this.ticks.add(nanos);
	}

	private boolean print(LoadStore store, Duration window, long roundTrips, int before) {
		long[] renewed = take(this.renewals);
		long[] written = take(this.ticks);
		double bound = TIMING.renewInterval().toMillis() / 3.0;
		double renewal = millis(renewed, 0.99);
		boolean kept = renewal <= bound && this.failed.get() == 0;
		System.out.printf("%n%s: %d elections, %.0f ticks a second for %d s, %d not written%n", store, ELECTIONS,
				(double) written.length / window.toSeconds(), window.toSeconds(), this.failed.get());
		System.out.printf(
				"  renewals, with notes and without: %d (%d while warming up), p50 %.1f ms, p99 %.1f ms (%s %.0f ms)%n",
				renewed.length, before, millis(renewed, 0.5), renewal, (kept) ? "bound" : "EXCEEDS", bound);
		System.out.printf("  a tick: p50 %.1f ms, p99 %.1f ms; %.2f round trips a tick%n", millis(written, 0.5),
				millis(written, 0.99), (double) roundTrips / written.length);
		return kept;
	}

	private static double millis(long[] sorted, double quantile) {
		return (sorted.length > 0) ? sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * quantile))] / 1e6
				: Double.NaN;
	}

}
