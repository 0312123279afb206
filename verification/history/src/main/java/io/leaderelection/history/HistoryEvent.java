/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A line of a history.
 *
 * @param before stamp before the act, in nanoseconds of the monotonic clock
 * @param after stamp after it, not smaller
 * @param kind what happened
 * @param election the name of the election; {@value #NONE} if it belongs to none
 * @param token the fencing token, or {@code null}
 * @param detail {@code key=value} pairs, separated by blanks; may be empty
 */
public record HistoryEvent(long before, long after, EventKind kind, String election, @Nullable Long token,
		String detail) {

	/** The value of an empty field. */
	public static final String NONE = "-";

	private static final Pattern UNFIT = Pattern.compile("[\\s\\p{Cntrl}]+");

	/**
	 * Checks the order of the stamps.
	 * @throws IllegalArgumentException if they are in the wrong order, or if a field
	 * contains a separator of fields or lines
	 */
	public HistoryEvent {
		if (after - before < 0) {
			throw new IllegalArgumentException("Stamp after is " + after + ", smaller than stamp before, " + before);
		}
		if (election.isEmpty() || UNFIT.matcher(election).find()) {
			throw new IllegalArgumentException("Not the name of an election: '" + election + "'");
		}
		if (detail.indexOf('\t') >= 0 || detail.indexOf('\n') >= 0) {
			throw new IllegalArgumentException("A tab or the end of a line in: '" + detail + "'");
		}
	}

	/**
	 * Creates an event without election, token and details.
	 * @param kind what happened
	 * @param before stamp before the act, in nanoseconds
	 * @param after stamp after it
	 * @return the event
	 */
	public static HistoryEvent of(EventKind kind, long before, long after) {
		return new HistoryEvent(before, after, kind, NONE, null, "");
	}

	/**
	 * Returns the same event of an election.
	 * @param election its name, without white space
	 * @return a new event
	 */
	public HistoryEvent in(String election) {
		return new HistoryEvent(this.before, this.after, this.kind, election, this.token, this.detail);
	}

	/**
	 * Returns the same event of a term.
	 * @param token the fencing token
	 * @return a new event
	 */
	public HistoryEvent withToken(long token) {
		return new HistoryEvent(this.before, this.after, this.kind, this.election, token, this.detail);
	}

	/**
	 * Returns the same event with one more detail.
	 * @param key the key
	 * @param value the value; white space in it becomes an underscore
	 * @return a new event
	 */
	public HistoryEvent with(String key, Object value) {
		String pair = key + "=" + UNFIT.matcher(String.valueOf(value)).replaceAll("_");
		return new HistoryEvent(this.before, this.after, this.kind, this.election, this.token,
				(this.detail.isEmpty()) ? pair : this.detail + " " + pair);
	}

	/**
	 * Returns a detail.
	 * @param key the key
	 * @return the value, or {@code null} if there is none
	 */
	public @Nullable String find(String key) {
		for (String pair : this.detail.split(" ", -1)) {
			if (pair.startsWith(key) && pair.startsWith("=", key.length())) {
				return pair.substring(key.length() + 1);
			}
		}
		return null;
	}

	/**
	 * Returns a required detail.
	 * @param key the key
	 * @return the value
	 * @throws IllegalArgumentException if it is missing
	 */
	public String text(String key) {
		String value = find(key);
		if (value == null) {
			throw new IllegalArgumentException(this.kind + " has no " + key + "= in '" + this.detail + "'");
		}
		return value;
	}

	/**
	 * Returns a detail that is a whole number.
	 * @param key the key
	 * @return the number
	 * @throws IllegalArgumentException if it is missing or not a number
	 */
	public long number(String key) {
		String value = text(key);
		try {
			return Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(this.kind + " has " + key + "=" + value + ", not a number", ex);
		}
	}

	/**
	 * Returns a detail that is true or false.
	 * @param key the key
	 * @return the value
	 * @throws IllegalArgumentException if it is missing or neither {@code true} nor
	 * {@code false}
	 */
	public boolean flag(String key) {
		String value = text(key);
		if (!value.equals("true") && !value.equals("false")) {
			throw new IllegalArgumentException(this.kind + " has " + key + "=" + value + ", not true or false");
		}
		return value.equals("true");
	}

	/**
	 * Returns the token of an event that must have one.
	 * @return the fencing token
	 * @throws IllegalArgumentException if there is none
	 */
	public long requireToken() {
		if (this.token == null) {
			throw new IllegalArgumentException(this.kind + " has no token");
		}
		return this.token;
	}

	/**
	 * Formats the event as one line.
	 * @return its fields, separated by tabs, without an end of line
	 */
	public String toLine() {
		return this.before + "\t" + this.after + "\t" + this.kind + "\t" + this.election + "\t"
				+ ((this.token != null) ? this.token.toString() : NONE) + "\t" + this.detail;
	}

	/**
	 * Parses a line, and checks the details that its kind requires.
	 * @param line the fields, separated by tabs, without an end of line
	 * @return the event
	 * @throws IllegalArgumentException if the line is malformed
	 */
	public static HistoryEvent parse(String line) {
		String[] fields = line.split("\t", -1);
		if (fields.length != 6) {
			throw new IllegalArgumentException("Expected 6 fields, separated by tabs, but found " + fields.length);
		}
		EventKind kind;
		try {
			kind = EventKind.valueOf(fields[2]);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("Unknown kind '" + fields[2] + "'", ex);
		}
		HistoryEvent event = new HistoryEvent(stamp(fields[0]), stamp(fields[1]), kind, fields[3],
				(fields[4].equals(NONE)) ? null : Long.valueOf(stamp(fields[4])), fields[5]);
		kind.check(event);
		return event;
	}

	/** Throws an exception if it does not contain samples within its stamps. */
	void requireSamples() {
		long firstAfter = number("firstAfter");
		long lastBefore = number("lastBefore");
		long count = number("count");
		if (count < 1 || firstAfter < this.before || firstAfter > this.after || lastBefore < this.before
				|| lastBefore > this.after) {
			throw new IllegalArgumentException("Samples outside of the stamps in '" + this.detail + "'");
		}
	}

	private static long stamp(String text) {
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("Not a number: '" + text + "'", ex);
		}
	}

}
