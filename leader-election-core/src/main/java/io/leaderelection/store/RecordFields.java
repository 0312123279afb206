/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The fields of a record that was read from a store, which may contain anything. Each
 * field is checked when it is taken, and can be taken once. For stores that keep records
 * as names and values. Not thread-safe.
 * <p>
 * Errors are {@link IllegalArgumentException}s whose message completes a sentence about
 * the record, and does not quote it.
 */
public final class RecordFields {

	/** Longer than any legal lease; a longer one is garbage. */
	private static final long LONGEST = Duration.ofDays(366).toMillis();

	/** The format that is written: no sign other than a minus, no leading zeros. */
	private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

	private final Map<String, String> fields;

	private final Map<String, String> metadata;

	/**
	 * Creates fields from the values that were read.
	 * @param fields values by the names of fields; copied
	 * @param metadata the candidate's metadata; copied
	 * @throws IllegalArgumentException if the metadata is longer than
	 * {@link Acquire#MAX_METADATA}
	 */
	public RecordFields(Map<String, String> fields, Map<String, String> metadata) {
		this.fields = new HashMap<>(fields);
		this.metadata = Map.copyOf(metadata);
		int size = metadata.entrySet().stream().mapToInt((it) -> it.getKey().length() + it.getValue().length()).sum();
		require(size <= Acquire.MAX_METADATA, "its metadata is too long");
	}

	/**
	 * Returns the candidate's metadata.
	 * @return the metadata, unmodifiable and of legal length
	 */
	public Map<String, String> metadata() {
		return this.metadata;
	}

	/**
	 * Takes the field {@code token}.
	 * @return the token, from 1 to {@link StoredTerm#MAX_TOKEN}
	 * @throws IllegalArgumentException if it is absent or anything else
	 */
	public long token() {
		return number("token", 1, StoredTerm.MAX_TOKEN);
	}

	/**
	 * Takes the field {@code nonce}.
	 * @return the nonce
	 * @throws IllegalArgumentException if it is absent or anything else
	 */
	public Nonce nonce() {
		return Nonce.parse(take("nonce"));
	}

	/**
	 * Takes the field {@code candidate}.
	 * @return the candidate id, of legal length
	 * @throws IllegalArgumentException if it is absent, empty or too long
	 */
	public String candidate() {
		return text("candidate", Acquire.MAX_CANDIDATE);
	}

	/**
	 * Takes a text field.
	 * @param name its name
	 * @param longest the maximum number of characters
	 * @return the text, not empty
	 * @throws IllegalArgumentException if it is absent, empty or too long
	 */
	public String text(String name, int longest) {
		String value = take(name);
		require(!value.isEmpty() && value.length() <= longest, "its field '" + name + "' is empty or too long");
		return value;
	}

	/**
	 * Takes a number field.
	 * @param name its name
	 * @param smallest the smallest legal number
	 * @param largest the largest legal number
	 * @return the number
	 * @throws IllegalArgumentException if it is absent, not a number or out of range
	 */
	public long number(String name, long smallest, long largest) {
		String value = take(name);
		require(NUMBER.matcher(value).matches(), "its field '" + name + "' is not a number");
		try {
			long number = Long.parseLong(value);
			require(number >= smallest && number <= largest, "its field '" + name + "' is out of range");
			return number;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its field '" + name + "' is out of range", ex);
		}
	}

	/**
	 * Takes a duration field in milliseconds, of at most about a year.
	 * @param name its name
	 * @param shortest the shortest legal duration, in milliseconds
	 * @return the duration
	 * @throws IllegalArgumentException if it is absent, not a number or out of range
	 */
	public Duration duration(String name, long shortest) {
		return Duration.ofMillis(number(name, shortest, LONGEST));
	}

	/**
	 * Takes an instant field in milliseconds since 1970.
	 * @param name its name
	 * @return the time
	 * @throws IllegalArgumentException if it is absent, not a number or out of range
	 */
	public Instant instant(String name) {
		return Instant.ofEpochMilli(number(name, -StoredTerm.MAX_TOKEN, StoredTerm.MAX_TOKEN));
	}

	/**
	 * Takes a field with the value {@code true} or {@code false}.
	 * @param name its name
	 * @return its value
	 * @throws IllegalArgumentException if it is absent or anything else
	 */
	public boolean flag(String name) {
		String value = take(name);
		require(value.equals("true") || value.equals("false"), "its field '" + name + "' is neither true nor false");
		return value.equals("true");
	}

	/**
	 * Takes the fields {@code checkpoint-version} and {@code checkpoints}, if they are
	 * present.
	 * @return the checkpoints, which may not be understood; {@link Checkpoints#NONE} if
	 * the record has none
	 */
	public Checkpoints checkpoints() {
		return Checkpoints.read(this.fields.remove("checkpoint-version"), this.fields.remove("checkpoints"));
	}

	/**
	 * Checks that every field was taken.
	 * @throws IllegalArgumentException if a field is left, for example one of a later
	 * version
	 */
	public void end() {
		require(this.fields.isEmpty(), "it has fields of a later version");
	}

	private String take(String name) {
		String value = this.fields.remove(name);
		if (value == null) {
			throw new IllegalArgumentException("it has no field '" + name + "'");
		}
		return value;
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
