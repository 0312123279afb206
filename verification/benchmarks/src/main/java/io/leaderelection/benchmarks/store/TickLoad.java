/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;

/**
 * Writes evenly distributed ticks of 10 jobs of each election, each job once a second. A
 * tick writes two notes, the second after the first is confirmed.
 */
final class TickLoad {

	private static final int JOBS = 10;

	private static final Duration PATIENCE = ElectionTiming.builder().build().lease();

	private final List<Long> written = new ArrayList<>();

	private final AtomicLong open = new AtomicLong();

	private final AtomicLong failed = new AtomicLong();

	private TickLoad() {
	}

	/**
	 * Writes ticks of all elections, which this instance must lead.
	 * @param elections the elections
	 * @param seconds for how many seconds
	 * @return the ticks that were written and those that were not, and the median and the
	 * 99th percentile of the time that a tick took, in nanoseconds
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	static long[] write(LeaderElections elections, int seconds) throws InterruptedException {
		List<Leadership> terms = elections.all()
			.stream()
			.map(LeaderElection::leadership)
			.map((term) -> term.orElseThrow())
			.toList();
		return new TickLoad().write(terms, seconds);
	}

	private long[] write(List<Leadership> terms, int seconds) throws InterruptedException {
		int aSecond = terms.size() * JOBS;
		long pause = TimeUnit.SECONDS.toNanos(1) / aSecond;
		long number = (long) seconds * aSecond;
		this.open.set(number);
		long began = System.nanoTime();
		for (long n = 0; n < number; n++) {
			long due = began + n * pause;
			while (System.nanoTime() - due < 0) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			write(terms.get((int) (n % terms.size())), "job-" + n / terms.size() % JOBS);
		}
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (this.open.get() > 0 && System.nanoTime() - end < 0) {
			Thread.sleep(5);
		}
		double[] sorted = written();
		return new long[] { sorted.length, this.failed.get() + this.open.get(), (long) Figures.quantile(sorted, 0.5),
				(long) Figures.quantile(sorted, 0.99) };
	}

	private void write(Leadership term, String job) {
		long began = System.nanoTime();
		LibraryNotes notes = LibraryNotes.of(term);
		Instant now = Instant.now();
		String key = TickEntry.key(job);
		notes.note(key, entry(now, TickEntry.State.BEGUN, term))
			.thenCompose((nothing) -> notes.note(key, entry(now, TickEntry.State.FINISHED, term)))
			.whenComplete((nothing, failure) -> {
				if (failure != null) {
					this.failed.incrementAndGet();
				}
				else {
					written(System.nanoTime() - began);
				}
				this.open.decrementAndGet();
			});
	}

	private static String entry(Instant tick, TickEntry.State state, Leadership term) {
		return new TickEntry(tick, state, term.fencingToken(), 1, "hash0000").text();
	}

	private synchronized void written(long nanos) {
		this.written.add(nanos);
	}

	private synchronized double[] written() {
		return this.written.stream().mapToDouble(Long::doubleValue).sorted().toArray();
	}

}
