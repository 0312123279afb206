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
 * Processes that are candidates on one server.
 */
final class LoadGroup implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 120;

	private static final long SETTLE_SECONDS = 6;

	/** How long a server that is back is looked at. */
	private static final long AFTERWARDS_SECONDS = 10;

	private final LoadStore store;

	private final TestServer server;

	private final List<LoadProcess> processes = new ArrayList<>();

	/**
	 * Starts processes.
	 * @param store what they elect over
	 * @param server its server
	 * @param processes how many
	 * @param heap megabytes of each
	 * @param logs a directory
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
	 * Waits until so many elections are led.
	 * @param elections how many
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void awaitLed(int elections) throws InterruptedException {
		long began = System.nanoTime();
		while (led() != elections) {
			if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
				throw new IllegalStateException(
						led() + " elections are led, not " + elections + ": " + this.processes.get(0).log());
			}
			Thread.sleep(5);
		}
	}

	private int led() {
		return this.processes.stream().mapToInt(LoadProcess::led).sum();
	}

	/**
	 * Looks at them while nothing happens.
	 * @param window for how long
	 * @return what was seen
	 * @throws Exception if the server does not say how many connections it has
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

	/** By nearest rank. */
	private static double millis(long[] sortedMicros, double share) {
		return (sortedMicros.length > 0)
				? sortedMicros[Math.max(0, (int) Math.ceil(share * sortedMicros.length) - 1)] / 1e3 : Double.NaN;
	}

	private long roundTrips() {
		return this.processes.stream().mapToLong(LoadProcess::roundTrips).sum();
	}

	/**
	 * Ends the server at once, and starts it again.
	 * @param down how long it is away
	 * @param elections how many are led before and afterwards
	 * @return what was seen
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
	 * What is seen while nothing happens.
	 *
	 * @param window for how long
	 * @param led how many elections were led at its end
	 * @param renewals how many calls succeeded
	 * @param median milliseconds that they took
	 * @param p99 milliseconds that 99 % of them took at most
	 * @param oldest seconds, the longest time for which a leader went without having its
	 * lease renewed
	 * @param threads of the library and its client, at most in one process
	 * @param connections at the server
	 * @param roundTripsASecond of all processes
	 */
	record Steady(Duration window, int led, int renewals, double median, double p99, double oldest, int threads,
			long connections, double roundTripsASecond) {
	}

	/**
	 * What a restart of the server brings.
	 *
	 * @param ledMeanwhile how many elections were led just before it was back
	 * @param start seconds, from its start until it answered
	 * @param recovery seconds, from then until all were led
	 * @param attempts connections that were opened, from the end of the server on
	 * @param attemptsBack connections that were opened, from its start on
	 * @param requestsBack what was sent, from its start on
	 */
	record Restart(int ledMeanwhile, double start, double recovery, Seen attempts, Seen attemptsBack,
			Seen requestsBack) {
	}

	/**
	 * What all processes did in a stretch of time.
	 *
	 * @param seconds how long it was
	 * @param number how much they did
	 * @param withinTenth the most within 100 ms
	 * @param withinSecond the most within a second
	 * @param ofOne the most that one process did within a second
	 */
	record Seen(double seconds, int number, int withinTenth, int withinSecond, int ofOne) {

		/**
		 * How much all did on the average.
		 * @return how many a second
		 */
		double mean() {
			return this.number / this.seconds;
		}

	}

}
