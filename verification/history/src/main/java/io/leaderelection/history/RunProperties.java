/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The settings of a run.
 *
 * @param store the name of the store
 * @param seed the seed of the random choice of faults
 * @param leaseMillis the lease, in milliseconds
 * @param marginMillis the safety margin, in milliseconds
 * @param retryMillis the retry interval, in milliseconds
 * @param seconds the planned duration, without start and end
 * @param start stamp at its start, in nanoseconds of the monotonic clock
 * @param end stamp at its end
 * @param command the command that repeats it
 */
public record RunProperties(String store, long seed, long leaseMillis, long marginMillis, long retryMillis,
		long seconds, long start, long end, String command) {

	/** The name of the file in a run's folder. */
	public static final String FILE = "run.properties";

	/**
	 * Writes the properties into a run's folder.
	 * @param folder the folder
	 * @throws UncheckedIOException if they cannot be written
	 */
	public void write(Path folder) {
		Properties properties = new Properties();
		properties.setProperty("store", this.store);
		properties.setProperty("seed", Long.toString(this.seed));
		properties.setProperty("lease-millis", Long.toString(this.leaseMillis));
		properties.setProperty("margin-millis", Long.toString(this.marginMillis));
		properties.setProperty("retry-millis", Long.toString(this.retryMillis));
		properties.setProperty("seconds", Long.toString(this.seconds));
		properties.setProperty("start", Long.toString(this.start));
		properties.setProperty("end", Long.toString(this.end));
		properties.setProperty("command", this.command);
		try (Writer writer = Files.newBufferedWriter(folder.resolve(FILE), StandardCharsets.UTF_8)) {
			properties.store(writer, null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Reads the properties of a run.
	 * @param folder the run's folder
	 * @return the properties
	 * @throws HistoryFormatException if one is missing or not a number
	 */
	public static RunProperties read(Path folder) {
		Path file = folder.resolve(FILE);
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
			properties.load(reader);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file, ex);
		}
		return new RunProperties(text(file, properties, "store"), number(file, properties, "seed"),
				number(file, properties, "lease-millis"), number(file, properties, "margin-millis"),
				number(file, properties, "retry-millis"), number(file, properties, "seconds"),
				number(file, properties, "start"), number(file, properties, "end"), text(file, properties, "command"));
	}

	private static String text(Path file, Properties properties, String key) {
		String value = properties.getProperty(key);
		if (value == null || value.isBlank()) {
			throw new HistoryFormatException(file, "'" + key + "' is missing");
		}
		return value.strip();
	}

	private static long number(Path file, Properties properties, String key) {
		String value = text(file, properties, key);
		try {
			return Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			throw new HistoryFormatException(file, "'" + key + "' is not a number: " + value);
		}
	}

}
