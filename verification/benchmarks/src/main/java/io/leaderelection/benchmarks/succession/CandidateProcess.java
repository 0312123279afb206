/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.BufferedReader;
import java.io.File;
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

import org.jspecify.annotations.Nullable;

/**
 * Controls a {@link CandidateMain}.
 */
final class CandidateProcess implements AutoCloseable {

	/** Longer than a start and the longest default lease, 60 s. */
	private static final long PATIENCE_SECONDS = 150;

	private final Process process;

	private final Path log;

	private final PrintWriter commands;

	private final History history = new History();

	private final Map<String, BlockingQueue<long[]>> answers = new ConcurrentHashMap<>();

	/**
	 * Starts the process and waits until it is ready.
	 * @param classPath its class path
	 * @param contender the contender of the candidate
	 * @param settings the settings of the candidate
	 * @param log the file for its standard error
	 * @throws IOException if it does not start
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	CandidateProcess(String classPath, Contender contender, CandidateSettings settings, Path log)
			throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
						"-XX:+UseSerialGC", "-Xmx256m", "-cp", classPath));
		command.addAll(settings.javaOptions());
		command.addAll(List.of(CandidateMain.class.getName(), contender.id()));
		command.addAll(settings.toArguments());
		this.log = log;
		this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
		this.commands = new PrintWriter(this.process.outputWriter(StandardCharsets.UTF_8), true);
		Thread reader = new Thread(this::read, "candidate-output");
		reader.setDaemon(true);
		reader.start();
		await("ready");
		checkClock();
	}

	/** Checks that the instants of different processes are comparable. */
	private void checkClock() throws InterruptedException {
		long before = System.nanoTime();
		long time = ask("time")[0];
		long after = System.nanoTime();
		if (time < before || time > after) {
			throw new IllegalStateException(
					"Processes of this machine do not share System.nanoTime(): a candidate read " + time + " between "
							+ before + " and " + after);
		}
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				String[] parts = line.split(" ", -1);
				long[] values = Arrays.stream(parts).skip(1).mapToLong(Long::parseLong).toArray();
				if (parts[0].equals("leads") || parts[0].equals("ends")) {
					this.history.add(new History.Change(parts[0].equals("leads"), values[0], values[1]));
				}
				queue(parts[0]).add(values);
			}
		}
		catch (IOException ex) {
			// The process was killed; its waiting callers find out
			this.answers.clear();
		}
	}

	private BlockingQueue<long[]> queue(String word) {
		return this.answers.computeIfAbsent(word, (key) -> new LinkedBlockingQueue<>());
	}

	/**
	 * Waits for a line.
	 * @param word its first word
	 * @return its numbers
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long[] await(String word) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (System.nanoTime() - end < 0) {
			long[] values = poll(word, 200);
			if (values != null) {
				return values;
			}
			if (!this.process.isAlive() && queue(word).isEmpty()) {
				break;
			}
		}
		throw new IllegalStateException("No '" + word + "' from candidate " + this.process.pid() + ": " + log());
	}

	/**
	 * Waits for a line for a limited time.
	 * @param word its first word
	 * @param timeoutMillis the longest time to wait
	 * @return its numbers, or {@code null} if none arrived
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long @Nullable [] poll(String word, long timeoutMillis) throws InterruptedException {
		return queue(word).poll(timeoutMillis, TimeUnit.MILLISECONDS);
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

	/**
	 * Sends a command and waits for the answer of the same name.
	 * @param command the command
	 * @return the numbers in the answer
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long[] ask(String command) throws InterruptedException {
		return ask(command, command);
	}

	void send(String command) {
		this.commands.println(command);
	}

	History history() {
		return this.history;
	}

	/**
	 * Kills it with SIGKILL.
	 * @return the stamp just before
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long kill() throws InterruptedException {
		long before = System.nanoTime();
		this.process.destroyForcibly();
		this.history.killed(before);
		this.process.waitFor();
		return before;
	}

	/**
	 * Sends it a signal.
	 * @param name the name of the signal
	 * @throws IOException if the signal cannot be sent
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void signal(String name) throws IOException, InterruptedException {
		int result = new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).inheritIO()
			.start()
			.waitFor();
		if (result != 0) {
			throw new IllegalStateException("kill -" + name + " failed");
		}
	}

	private String log() {
		try {
			List<String> lines = Files.readAllLines(this.log);
			return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 40), lines.size()));
		}
		catch (IOException ex) {
			return "its log cannot be read: " + ex;
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
