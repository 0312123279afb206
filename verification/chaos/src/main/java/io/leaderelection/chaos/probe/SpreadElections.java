/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryWriter;

/**
 * Elections that are spread over the instances, and one for which each instance has
 * another priority. A thread asks every five milliseconds for each of them whether this
 * instance leads, and records the answers at the end of a term and twice a second.
 */
public final class SpreadElections {

	/** The property with the number of spread elections. */
	static final String PROPERTY = "chaos.spread";

	private static final String SPREAD = "spread-";

	private static final String PREFERRED = "preferred";

	private static final long INTERVAL_NANOS = 5_000_000;

	private static final long NO_MEMORY_NANOS = 50_000_000;

	/** A killed process loses at most this much. */
	private static final long LONGEST = 500_000_000;

	private final int count;

	private final LeaderElections elections;

	private final HistoryWriter history;

	private final List<LeaderElection> joined = new ArrayList<>();

	private final Map<String, Answers> open = new HashMap<>();

	private final Thread thread = new Thread(this::run, "chaos-spread");

	private volatile boolean ends;

	SpreadElections(int count, LeaderElections elections, HistoryWriter history) {
		this.count = count;
		this.elections = elections;
		this.history = history;
		this.thread.setDaemon(true);
		// A run without this thread would prove nothing
		this.thread.setUncaughtExceptionHandler((thread, failure) -> {
			System.err.println("The sampler of spread elections failed: " + failure);
			Runtime.getRuntime().halt(73);
		});
	}

	/**
	 * Returns the arguments for an instance.
	 * @param count the number of spread elections
	 * @param priority the priority of the instance
	 * @return the arguments of the application
	 */
	public static List<String> arguments(int count, int priority) {
		List<String> arguments = new ArrayList<>(
				List.of("--" + PROPERTY + "=" + count, "--leader-election.spread-delay=0s",
						"--leader-election.elections." + PREFERRED + ".priority=" + priority));
		for (int i = 1; i <= count; i++) {
			arguments.add("--leader-election.elections." + SPREAD + i + ".spread=true");
		}
		return arguments;
	}

	void start() {
		if (this.count == 0) {
			return;
		}
		join(PREFERRED);
		for (int i = 1; i <= this.count; i++) {
			join(SPREAD + i);
		}
		this.thread.start();
	}

	private void join(String election) {
		this.elections.join(election);
		this.joined.add(this.elections.get(election));
	}

	/** Records the last answers. */
	void end() throws InterruptedException {
		this.ends = true;
		if (this.thread.isAlive()) {
			this.thread.join();
		}
	}

	private void run() {
		while (!this.ends) {
			try {
				this.joined.forEach(this::ask);
			}
			catch (OutOfMemoryError ex) {
				// Fewer answers prove less, but nothing false
				LockSupport.parkNanos(NO_MEMORY_NANOS);
			}
			LockSupport.parkNanos(INTERVAL_NANOS);
		}
		this.joined.forEach((election) -> close(election.name()));
	}

	private void ask(LeaderElection election) {
		long token = token(election);
		long before = System.nanoTime();
		boolean leads = election.isLeader();
		long after = System.nanoTime();
		leads = leads && token != 0 && token == token(election);
		Answers answers = this.open.get(election.name());
		if (answers != null && (!leads || answers.token != token)) {
			close(election.name());
			answers = null;
		}
		if (!leads) {
			return;
		}
		if (answers == null) {
			answers = new Answers(token, before, after);
			this.open.put(election.name(), answers);
		}
		answers.lastBefore = before;
		answers.lastAfter = after;
		answers.count++;
		if (after - answers.firstBefore >= LONGEST) {
			close(election.name());
		}
	}

	private void close(String election) {
		Answers answers = this.open.get(election);
		if (answers != null) {
			this.history.write(HistoryEvent.of(EventKind.LED, answers.firstBefore, answers.lastAfter)
				.in(election)
				.withToken(answers.token)
				.with("firstAfter", answers.firstAfter)
				.with("lastBefore", answers.lastBefore)
				.with("count", answers.count));
			this.open.remove(election);
		}
	}

	private static long token(LeaderElection election) {
		return election.leadership().map(Leadership::fencingToken).orElse(0L);
	}

	private static final class Answers {

		private final long token;

		private final long firstBefore;

		private final long firstAfter;

		private long lastBefore;

		private long lastAfter;

		private long count;

		Answers(long token, long firstBefore, long firstAfter) {
			this.token = token;
			this.firstBefore = firstBefore;
			this.firstAfter = firstAfter;
		}

	}

}
