/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.leaderelection.servers.TestServer;

/**
 * Processes that contend on one server.
 */
final class LoadGroup implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 120;

	private static final long SETTLE_SECONDS = 6;

	/** How long a restarted server is observed. */
	private static final long AFTERWARDS_SECONDS = 10;

	private final LoadStore store;

	private final TestServer server;

	private final List<LoadProcess> processes = new ArrayList<>();

	/**
	 * Starts processes.
	 * @param store the store
	 * @param server the server of the store
	 * @param processes the number of processes
	 * @param heap the heap of each process in megabytes
	 * @param logs the folder of the logs
	 * @throws IOException if one cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	LoadGroup(LoadStore store, TestServer server, int processes, int heap, Path logs)
			throws IOException, InterruptedException {
		this.store = store;
		this.server = server;
		try {
			for (int i = 0; i < processes; i++) {
				this.processes.add(new LoadProcess(store, server.port(), heap, logs.resolve(store + "-" + i + ".log")));
			}
			for (LoadProcess process : this.processes) {
				process.awaitReady();
			}
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			close();
			throw ex;
		}
	}

	List<LoadProcess> processes() {
		return this.processes;
	}

	/**
	 * Waits until a number of elections have a leader.
	 * @param elections the number of elections
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void awaitLed(int elections) throws InterruptedException {
		long began = System.nanoTime();
		while (led() != elections) {
			if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
				throw new IllegalStateException(
						led() + " elections are led instead of " + elections + ": " + this.processes.get(0).log());
			}
			Thread.sleep(5);
		}
	}

	private int led() {
		return this.processes.stream().mapToInt(LoadProcess::led).sum();
	}

	/**
	 * Observes the processes during normal operation.
	 * @param window how long to observe
	 * @return the observations
	 * @throws Exception if the server does not report its connections
	 */
	Steady steady(Duration window) throws Exception {
		TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
		for (LoadProcess process : this.processes) {
			process.figures();
		}
		long roundTrips = roundTrips();
		long began = System.nanoTime();
		Thread.sleep(window.toMillis());
		double roundTripsASecond = (roundTrips() - roundTrips) / ((System.nanoTime() - began) / 1e9);
		List<LoadProcess.Figures> figures = new ArrayList<>();
		for (LoadProcess process : this.processes) {
			figures.add(process.figures());
		}
		long[] renewals = figures.stream()
			.flatMap((each) -> each.renewals().stream())
			.mapToLong(Long::longValue)
			.sorted()
			.toArray();
		return new Steady(window, led(), renewals.length, millis(renewals, 0.5), millis(renewals, 0.99),
				figures.stream().mapToDouble(LoadProcess.Figures::oldest).max().orElseThrow(),
				figures.stream().mapToInt(LoadProcess.Figures::threads).max().orElseThrow(),
				this.store.connections(this.server.port()), roundTripsASecond);
	}

	/** Returns a quantile by nearest rank. */
	private static double millis(long[] sortedMicros, double share) {
		return (sortedMicros.length > 0)
				? sortedMicros[Math.max(0, (int) Math.ceil(share * sortedMicros.length) - 1)] / 1e3 : Double.NaN;
	}

	private long roundTrips() {
		return this.processes.stream().mapToLong(LoadProcess::roundTrips).sum();
	}

	/**
	 * Kills the server, and starts it again.
	 * @param down how long it is down
	 * @param elections the number of led elections before and afterwards
	 * @return the observations
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	Restart restart(Duration down, int elections) throws InterruptedException {
		long ended = System.nanoTime();
		this.server.kill();
		Thread.sleep(down.toMillis());
		int ledMeanwhile = led();
		long back = System.nanoTime();
		this.server.start();
		long answered = System.nanoTime();
		awaitLed(elections);
		double recovery = (System.nanoTime() - answered) / 1e9;
		long left = answered + TimeUnit.SECONDS.toNanos(AFTERWARDS_SECONDS) - System.nanoTime();
		TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
		long looked = System.nanoTime();
		return new Restart(ledMeanwhile, (answered - back) / 1e9, recovery,
				seen((looked - ended) / 1e9, (traffic) -> traffic.connections(ended)),
				seen((looked - back) / 1e9, (traffic) -> traffic.connections(back)),
				seen((looked - back) / 1e9, (traffic) -> traffic.requests(back)));
	}

	private Seen seen(double seconds, Function<Traffic, long[]> moments) {
		List<long[]> ofEach = this.processes.stream().map((process) -> moments.apply(process.traffic())).toList();
		int ofOne = ofEach.stream()
			.mapToInt((each) -> Traffic.peak(each, TimeUnit.SECONDS.toNanos(1)))
			.max()
			.orElseThrow();
		long[] all = Traffic.together(ofEach);
		return new Seen(seconds, all.length, Traffic.peak(all, TimeUnit.MILLISECONDS.toNanos(100)),
				Traffic.peak(all, TimeUnit.SECONDS.toNanos(1)), ofOne);
	}

	@Override
	public void close() {
		this.processes.forEach(LoadProcess::close);
	}

	/**
	 * The observations during normal operation.
	 *
	 * @param window how long it was observed
	 * @param led the number of led elections at the end
	 * @param renewals the number of successful renewal calls
	 * @param median the median of their duration in milliseconds
	 * @param p99 the 99th percentile of their duration in milliseconds
	 * @param oldest the longest time in seconds in which the lease of a leader was not
	 * renewed
	 * @param threads the largest number of threads of the library and its client in a
	 * process
	 * @param connections the number of connections at the server
	 * @param roundTripsASecond the round trips of all processes per second
	 */
	record Steady(Duration window, int led, int renewals, double median, double p99, double oldest, int threads,
			long connections, double roundTripsASecond) {
	}

	/**
	 * The observations during a restart of the server.
	 *
	 * @param ledMeanwhile the number of led elections just before the restart
	 * @param start the time in seconds from its start until it answered
	 * @param recovery the time in seconds from then until all elections were led
	 * @param attempts the connections opened since the server was killed
	 * @param attemptsBack the connections opened since it was started
	 * @param requestsBack the requests sent since it was started
	 */
	record Restart(int ledMeanwhile, double start, double recovery, Seen attempts, Seen attemptsBack,
			Seen requestsBack) {
	}

	/**
	 * The activity of all processes in an interval.
	 *
	 * @param seconds the length of the interval
	 * @param number the number of events
	 * @param withinTenth the most within 100 ms
	 * @param withinSecond the most within a second
	 * @param ofOne the most of a single process within a second
	 */
	record Seen(double seconds, int number, int withinTenth, int withinSecond, int ofOne) {

		/**
		 * Returns the average rate.
		 * @return events per second
		 */
		double mean() {
			return this.number / this.seconds;
		}

	}

}
