/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * Controls an {@link Instance} and the proxy between it and its store, if there is one.
 */
final class InstanceProcess implements AutoCloseable {

	/** Longer than the start of many at once, and than the longest lease. */
	private static final long PATIENCE_SECONDS = 600;

	private final int number;

	private final History history;

	private final @Nullable TcpProxy proxy;

	private final @Nullable Traffic traffic;

	private final Path log;

	private final long began = System.nanoTime();

	private final Process process;

	private final PrintWriter commands;

	private final Thread reader = new Thread(this::read, "instance-output");

	private final Map<String, BlockingQueue<long[]>> answers = new ConcurrentHashMap<>();

	private final List<Long> renewals = new ArrayList<>();

	private volatile long confirmed;

	private volatile long ready;

	/**
	 * Starts the process.
	 * @param number its number
	 * @param command the program and its arguments
	 * @param proxy the proxy between it and its store, or {@code null}
	 * @param history receives its terms
	 * @param log the file for its standard error
	 * @throws IOException if it cannot be started
	 */
	InstanceProcess(int number, List<String> command, @Nullable TcpProxy proxy, History history, Path log)
			throws IOException {
		this.number = number;
		this.history = history;
		this.proxy = proxy;
		this.traffic = (proxy != null) ? new Traffic(proxy) : null;
		this.log = log;
		this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
		this.commands = new PrintWriter(this.process.outputWriter(StandardCharsets.UTF_8), true);
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/** Waits until it has started, and checks that its instants can be compared. */
	void awaitReady() throws InterruptedException {
		this.ready = await("ready")[0];
		if (this.ready < this.began || this.ready > System.nanoTime()) {
			throw new IllegalStateException("Processes of this machine do not share System.nanoTime()");
		}
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				String[] words = line.split(" ", -1);
				switch (words[0]) {
					case "leads" -> this.history.begins(this.number, words[1], Long.parseLong(words[2]));
					case "ends" -> this.history.ends(this.number, words[1], Long.parseLong(words[2]));
					case "renew", "acquire" -> called(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
					default -> queue(words[0]).add(Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray());
				}
			}
		}
		catch (IOException ex) {
			// The process was killed; who waits for an answer finds out
			this.answers.clear();
		}
	}

	private synchronized void called(String operation, long ended, long took) {
		if (took < Long.MAX_VALUE) {
			this.confirmed = ended - took / 2;
		}
		if (operation.equals("renew")) {
			this.renewals.add(took);
		}
	}

	private BlockingQueue<long[]> queue(String word) {
		return this.answers.computeIfAbsent(word, (key) -> new LinkedBlockingQueue<>());
	}

	/**
	 * Waits for an answer.
	 * @param word its first word
	 * @return its numbers
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long[] await(String word) throws InterruptedException {
		for (long waited = 0; waited < PATIENCE_SECONDS * 10; waited++) {
			// Asked first, because a process may answer and end
			boolean alive = this.process.isAlive();
			long[] values = queue(word).poll(100, TimeUnit.MILLISECONDS);
			if (values != null) {
				return values;
			}
			if (!alive) {
				break;
			}
		}
		throw new IllegalStateException("No '" + word + "' from instance " + this.number + ": " + log());
	}

	/**
	 * Sends a command and waits for the answer.
	 * @param command the command
	 * @param word the first word of the answer
	 * @return the numbers in it
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long[] ask(String command, String word) throws InterruptedException {
		send(command);
		return await(word);
	}

	void send(String command) {
		this.commands.println(command);
	}

	/** Returns when it had started, and contended. */
	long ready() {
		return this.ready;
	}

	int number() {
		return this.number;
	}

	/** Returns how many elections it leads. */
	int led() {
		return this.history.led(this.number);
	}

	@Nullable TcpProxy proxy() {
		return this.proxy;
	}

	@Nullable Traffic traffic() {
		return this.traffic;
	}

	long roundTrips() {
		return (this.proxy != null) ? this.proxy.roundTrips() : 0;
	}

	/**
	 * Returns when the store has confirmed a lease for the last time: the middle of the
	 * call, so that it is wrong by half a round trip at most.
	 */
	long confirmed() {
		return this.confirmed;
	}

	/** Returns the duration of each renewal in nanoseconds since the last call. */
	synchronized List<Long> takeRenewals() {
		List<Long> taken = List.copyOf(this.renewals);
		this.renewals.clear();
		return taken;
	}

	/**
	 * Closes its application.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void shutDown() throws InterruptedException {
		send("close");
		awaitClosed();
	}

	/** Waits until it has ended after the command {@code close}. */
	void awaitClosed() throws InterruptedException {
		await("closed");
		close();
		gone(System.nanoTime());
	}

	/**
	 * Kills it with SIGKILL.
	 * @return the stamp just before
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long kill() throws InterruptedException {
		long before = System.nanoTime();
		// The process itself would close its output, which is still to be read
		this.process.toHandle().destroyForcibly();
		gone(before);
		close();
		return before;
	}

	/**
	 * Stops it with SIGSTOP, so that it neither runs nor ends.
	 * @return the stamp just before
	 */
	long freeze() throws IOException, InterruptedException {
		return signal("STOP");
	}

	/**
	 * Continues it after {@link #freeze()}.
	 * @return the stamp just before
	 */
	long thaw() throws IOException, InterruptedException {
		return signal("CONT");
	}

	private long signal(String name) throws IOException, InterruptedException {
		long before = System.nanoTime();
		Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).start();
		if (kill.waitFor() != 0) {
			throw new IllegalStateException("Cannot send SIG" + name + " to instance " + this.number);
		}
		return before;
	}

	private void gone(long since) throws InterruptedException {
		this.process.waitFor();
		this.reader.join();
		this.history.gone(this.number, since);
	}

	/** Returns its standard error. */
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
		if (this.proxy != null) {
			this.proxy.close();
		}
	}

}
