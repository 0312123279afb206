/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process of the sample. Thread-safe.
 *
 * @param name its name, such as {@code i1.2}
 * @param process the process
 * @param log the file of its output
 * @param tail the end of its history
 */
record InstanceProcess(String name, Process process, Path log, HistoryTail tail) {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Pattern STARTED = Pattern.compile("Election 'invoices': STOPPED -> ");

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Whether it serves requests and has begun to contend. */
	boolean isReady() {
		return STARTED.matcher(output()).find();
	}

	/** Returns the port at which it serves requests, once it is ready. */
	int port() {
		Matcher matcher = PORT.matcher(output());
		if (!matcher.find()) {
			throw new IllegalStateException(this.name + " is not ready yet and has no port");
		}
		return Integer.parseInt(matcher.group(1));
	}

	void signal(String signal) {
		try {
			new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.onExit()
				.join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Sends a command to the probe. */
	void send(String command) {
		OutputStream input = this.process.getOutputStream();
		try {
			input.write((command + "\n").getBytes(StandardCharsets.UTF_8));
			input.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot send " + command + " to " + this.name, ex);
		}
	}

	boolean awaitEnd(Duration patience) throws InterruptedException {
		return this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
	}

	/** Kills it at once, stopped or not. */
	void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	String output() {
		try {
			return Files.readString(this.log, StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
