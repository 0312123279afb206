/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.servers.TcpProxy;

/**
 * Controls a {@link LoadCandidate} and the proxy between it and its store.
 */
final class LoadProcess implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 180;

	private final TcpProxy proxy;

	private final Traffic traffic;

	private final Path log;

	private final Process process;

	private final PrintWriter commands;

	private final AtomicInteger led = new AtomicInteger();

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	/**
	 * Starts the process.
	 * @param store the store
	 * @param port the port of the server
	 * @param heap the heap in megabytes
	 * @param log the file for its standard error
	 * @throws IOException if it cannot be started
	 */
	LoadProcess(LoadStore store, int port, int heap, Path log) throws IOException {
		this.proxy = TcpProxy.to(port);
		this.traffic = new Traffic(this.proxy);
		this.log = log;
		List<String> command = new ArrayList<>(List.of(
				System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-Xmx" + heap + "m",
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
		command.addAll(List.of(LoadCandidate.class.getName(), store.toString(), Integer.toString(this.proxy.port())));
		this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
		this.commands = new PrintWriter(this.process.outputWriter(StandardCharsets.UTF_8), true);
		Thread reader = new Thread(this::read, "candidate-output");
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				switch (line) {
					case "granted" -> this.led.incrementAndGet();
					case "revoked" -> this.led.decrementAndGet();
					default -> this.answers.add(line);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The output of candidate " + this.process.pid() + " broke off", ex);
		}
	}

	private String await(String word) throws InterruptedException {
		for (long waited = 0; waited < PATIENCE_SECONDS; waited++) {
			String answer = this.answers.poll(1, TimeUnit.SECONDS);
			if (answer != null && answer.startsWith(word)) {
				return answer;
			}
			if (answer != null || !this.process.isAlive()) {
				break;
			}
		}
		throw new IllegalStateException("No '" + word + "' from candidate " + this.process.pid() + ": " + log());
	}

	void awaitReady() throws InterruptedException {
		await("ready");
	}

	/**
	 * Lets it join elections.
	 * @param prefix the prefix of their names, without spaces
	 * @param elections the number of elections
	 */
	void join(String prefix, int elections) {
		this.commands.println("join " + prefix + " " + elections);
	}

	/** Lets it leave all elections. */
	void leave() {
		this.commands.println("leave");
	}

	/**
	 * Returns how many elections it leads.
	 * @return the number
	 */
	int led() {
		return this.led.get();
	}

	/**
	 * Returns its observations since the last call.
	 * @return the figures
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	Figures figures() throws InterruptedException {
		this.commands.println("figures");
		long[] values = Arrays.stream(await("figures").split(" ", -1)).skip(1).mapToLong(Long::parseLong).toArray();
		return new Figures((int) values[0], values[1] / 1e6, Arrays.stream(values).skip(2).boxed().toList());
	}

	Traffic traffic() {
		return this.traffic;
	}

	long roundTrips() {
		return this.proxy.roundTrips();
	}

	/**
	 * Returns the lines that are not answers.
	 * @return its standard error
	 */
	String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			return "its log cannot be read: " + ex;
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		this.proxy.close();
	}

	/**
	 * The observations of a process.
	 *
	 * @param threads the largest number of threads of the library and its client
	 * @param oldest the longest time in seconds in which the lease of a leader was not
	 * renewed
	 * @param renewals the duration of each successful call in microseconds
	 */
	record Figures(int threads, double oldest, List<Long> renewals) {
	}

}
