/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Revocation;
import io.leaderelection.benchmarks.load.LoadStore;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.protocol.bid.Preferences;
import io.leaderelection.store.LeaseStoreFactory;
import org.jspecify.annotations.Nullable;

/**
 * The process of an instance: an engine at default timings, without Spring. Elections
 * with the prefix {@link #SPREAD} are spread, and those with the prefix
 * {@link #PREFERRED} have the priority of the instance. Reads commands from its standard
 * input, writes its terms to its standard output, and exits when its standard input ends.
 */
final class SpreadCandidate {

	/** The prefix of the names of spread elections. */
	static final String SPREAD = "spread";

	/** The prefix of the names of elections for which instances have a priority. */
	static final String PREFERRED = "preferred";

	private static final ElectionTiming TIMING = ElectionTiming.builder().build();

	private final PrintStream out;

	private final ElectionEngine engine;

	private final SpreadSampler sampler;

	private final int priority;

	private SpreadCandidate(LeaseStoreFactory factory, int priority, Duration spreadDelay, PrintStream out) {
		this.out = out;
		this.priority = priority;
		this.engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("distribution")
			.timing(TIMING)
			.preferences(new Preferences(this::preference, Distribution.UNLIMITED, spreadDelay))
			.build();
		this.engine.addListener(new LeadershipListener() {

			@Override
			public void revoked(Revocation revocation) {
				out.println("revoked " + revocation.cause());
			}

		});
		this.sampler = new SpreadSampler(this.engine, out);
	}

	private @Nullable Preference preference(String election) {
		if (election.startsWith(SPREAD)) {
			return new Preference(0, true, TIMING.lease());
		}
		return election.startsWith(PREFERRED) ? new Preference(this.priority, false, TIMING.lease()) : null;
	}

	/**
	 * Runs an instance.
	 * @param args the store, its port, the priority, and the spread delay in milliseconds
	 * @throws Exception if the standard input cannot be read
	 */
	public static void main(String[] args) throws Exception {
		LeaseStoreFactory factory = LoadStore.parse(args[0]).factory(Integer.parseInt(args[1]));
		new SpreadCandidate(factory, Integer.parseInt(args[2]), Duration.ofMillis(Long.parseLong(args[3])), System.out)
			.run();
		System.exit(0);
	}

	private void run() throws IOException, InterruptedException {
		this.sampler.start();
		this.out.println("ready");
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			String[] words = line.split(" ", -1);
			switch (words[0]) {
				case "join" -> join(words[1], Integer.parseInt(words[2]));
				case "start" -> start();
				case "call" -> call(Duration.ofMillis(Long.parseLong(words[1])));
				case "close" -> {
					this.engine.close();
					this.sampler.finish();
					this.out.println("closed");
					return;
				}
				default -> throw new IllegalArgumentException("Unknown command: " + line);
			}
		}
	}

	private void join(String prefix, int elections) {
		for (int i = 0; i < elections; i++) {
			this.engine.join(prefix + "-" + i);
		}
	}

	private void start() {
		this.engine.start();
		this.out.println("started " + System.nanoTime());
	}

	/** Runs a guarded call on every led election, all at the same time. */
	private void call(Duration length) {
		AtomicInteger begun = new AtomicInteger();
		AtomicInteger interrupted = new AtomicInteger();
		CountDownLatch entered = new CountDownLatch(this.engine.all().size());
		CountDownLatch ended = new CountDownLatch(this.engine.all().size());
		for (LeaderElection election : this.engine.all()) {
			Thread thread = new Thread(() -> call(election, length, begun, interrupted, entered, ended), "call");
			thread.setDaemon(true);
			thread.start();
		}
		Thread reporter = new Thread(() -> {
			try {
				entered.await();
				this.out.println("calling " + begun.get());
				ended.await();
				this.out.println("called " + interrupted.get());
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, "call-reporter");
		reporter.setDaemon(true);
		reporter.start();
	}

	private static void call(LeaderElection election, Duration length, AtomicInteger begun, AtomicInteger interrupted,
			CountDownLatch entered, CountDownLatch ended) {
		GuardedCall call = election.tryEnter(OnLoss.INTERRUPT);
		try (call) {
			if (call != null) {
				begun.incrementAndGet();
			}
			entered.countDown();
			if (call != null) {
				Thread.sleep(length.toMillis());
			}
		}
		catch (InterruptedException ex) {
			interrupted.incrementAndGet();
		}
		finally {
			ended.countDown();
		}
	}

}
