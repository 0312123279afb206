/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Reads commands of the harness from standard input: a burden and its duration in
 * milliseconds. When the input ends, the harness has ended, and this process exits too.
 *
 * @param burdens the burdens that leave something over
 * @param exhaustion those that leave nothing
 */
record Commands(Burdens burdens, Exhaustion exhaustion) {

	void start() {
		Thread thread = new Thread(this::read, "chaos-commands");
		thread.setDaemon(true);
		thread.start();
	}

	private void read() {
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		try {
			for (String line = input.readLine(); line != null; line = input.readLine()) {
				String[] words = line.split(" ", -1);
				execute(words[0], Duration.ofMillis(Long.parseLong(words[1])));
			}
		}
		catch (IOException ex) {
			System.err.println("Commands cannot be read any more: " + ex);
		}
		Runtime.getRuntime().halt(0);
	}

	private void execute(String burden, Duration duration) {
		try {
			switch (burden) {
				case "pool" -> this.burdens.pool(duration);
				case "scheduler" -> this.burdens.scheduler(duration);
				case "common-pool" -> this.burdens.commonPool(duration);
				case "heap" -> this.burdens.heap(duration);
				case "heap-full" -> this.exhaustion.heap(duration);
				case "no-threads" -> this.exhaustion.threads(duration);
				default -> throw new IllegalArgumentException("Unknown command");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (SQLException | OutOfMemoryError ex) {
			System.err.println("Command " + burden + ": " + ex);
		}
		catch (RuntimeException ex) {
			// Exits, because the harness would otherwise count a burden that did not
			// happen
			System.err.println("Command " + burden + " failed: " + ex);
			Runtime.getRuntime().halt(71);
		}
	}

}
