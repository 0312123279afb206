/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.benchmarks.load.LoadStore;
import io.leaderelection.servers.TcpProxy;

/**
 * Controls a {@link SpreadCandidate} and the proxy between it and its store.
 */
final class SpreadInstance implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 180;

	private final int number;

	private final SpreadHistory history;

	private final TcpProxy proxy;

	private final Path log;

	private final Process process;

	private final PrintWriter commands;

	private final Thread reader;

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private volatile boolean ends;

	/**
	 * Starts the process of an instance and waits until it is ready.
	 * @param number the number of this process, from 1
	 * @param store the store
	 * @param port the port of the server
	 * @param priority its priority
	 * @param spreadDelay the time after its start from which it bids for an even spread
	 * @param history receives its samples
	 * @param logs the folder of its log
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	SpreadInstance(int number, LoadStore store, int port, int priority, Duration spreadDelay, SpreadHistory history,
			Path logs) throws IOException, InterruptedException {
		this.number = number;
		this.history = history;
		this.proxy = TcpProxy.to(port);
		this.log = logs.resolve(store + "-" + System.nanoTime() + "-" + number + ".log");
		List<String> command = new ArrayList<>(
				List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-Xmx128m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
		command.addAll(List.of(SpreadCandidate.class.getName(), store.toString(), Integer.toString(this.proxy.port()),
				Integer.toString(priority), Long.toString(spreadDelay.toMillis())));
		this.process = new ProcessBuilder(command).redirectError(this.log.toFile()).start();
		this.commands = new PrintWriter(this.process.outputWriter(StandardCharsets.UTF_8), true);
		this.reader = new Thread(this::read, "instance-output");
		this.reader.setDaemon(true);
		this.reader.start();
		await("ready");
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				String[] words = line.split(" ", -1);
				switch (words[0]) {
					case "leads" ->
						this.history.begins(this.number, words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
					case "ends" -> this.history.ends(this.number, words[1], Long.parseLong(words[3]));
					case "revoked" -> this.history.revoked(words[1]);
					default -> this.answers.add(line);
				}
			}
		}
		catch (IOException ex) {
			if (!this.ends) {
				throw new IllegalStateException("The output of instance " + this.number + " broke off", ex);
			}
		}
	}

	private long await(String word) throws InterruptedException {
		for (long waited = 0; waited < PATIENCE_SECONDS; waited++) {
			String answer = this.answers.poll(1, TimeUnit.SECONDS);
			if (answer != null && answer.startsWith(word)) {
				return answer.contains(" ") ? Long.parseLong(answer.substring(word.length() + 1)) : 0;
			}
			if (answer != null || !this.process.isAlive()) {
				break;
			}
		}
		throw new IllegalStateException("No '" + word + "' from instance " + this.number + ": " + log());
	}

	int number() {
		return this.number;
	}

	/** Returns how many elections it leads. */
	int led() {
		return this.history.led(this.number);
	}

	long roundTrips() {
		return this.proxy.roundTrips();
	}

	/** Lets it join elections. */
	void join(String prefix, int elections) {
		this.commands.println("join " + prefix + " " + elections);
	}

	/**
	 * Lets it contend.
	 * @return when it started to contend
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long start() throws InterruptedException {
		this.commands.println("start");
		return await("started");
	}

	/**
	 * Starts a guarded call on each election that it leads.
	 * @param length the duration of each call
	 * @return the number of calls that have started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	int call(Duration length) throws InterruptedException {
		this.commands.println("call " + length.toMillis());
		return (int) await("calling");
	}

	/**
	 * Waits until the guarded calls have ended.
	 * @return the number of interrupted calls
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	int awaitCalled() throws InterruptedException {
		return (int) await("called");
	}

	/**
	 * Shuts it down in an orderly way.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void shutDown() throws InterruptedException {
		this.ends = true;
		this.commands.println("close");
		await("closed");
		this.process.waitFor();
		this.reader.join();
		this.history.ended(this.number, System.nanoTime());
		this.proxy.close();
	}

	/**
	 * Kills it with SIGKILL.
	 * @return the stamp just before
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long kill() throws InterruptedException {
		this.ends = true;
		long before = System.nanoTime();
		this.process.toHandle().destroyForcibly();
		this.process.waitFor();
		this.reader.join();
		this.history.ended(this.number, before);
		this.proxy.close();
		return before;
	}

	/** Returns its log. */
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
		this.ends = true;
		this.process.destroyForcibly();
		this.proxy.close();
	}

}
