/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The other end of a {@link Candidate}.
 */
final class CandidateProcess implements AutoCloseable {

	private final Process process;

	private final PrintWriter commands;

	private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	CandidateProcess(Path directory) throws IOException {
		String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
		this.process = new ProcessBuilder(java, "-XX:+UseSerialGC", "-Xmx128m", "-cp",
				System.getProperty("java.class.path"), Candidate.class.getName(), directory.toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		this.commands = new PrintWriter(this.process.outputWriter(StandardCharsets.UTF_8), true);
		Thread reader = new Thread(this::read, "candidate-output");
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			String line = output.readLine();
			while (line != null) {
				this.lines.add(line);
				line = output.readLine();
			}
		}
		catch (IOException ex) {
			this.lines.add("failed 0 " + ex);
		}
	}

	/** Waits for a line that begins with a word; answers its time. */
	long await(String word) throws InterruptedException {
		while (true) {
			String line = this.lines.poll(60, TimeUnit.SECONDS);
			if (line == null) {
				throw new IllegalStateException("No '" + word + "' from candidate " + this.process.pid());
			}
			String[] parts = line.split(" ", -1);
			if (parts[0].equals(word)) {
				return Long.parseLong(parts[1]);
			}
		}
	}

	void stepDown() {
		this.commands.println("step-down");
	}

	/** Ends it with SIGKILL; answers the time just before. */
	long kill() throws InterruptedException {
		long before = System.nanoTime();
		this.process.destroyForcibly();
		this.process.waitFor();
		return before;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
