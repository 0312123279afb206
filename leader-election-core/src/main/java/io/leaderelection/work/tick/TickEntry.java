/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The last tick of a job, in the record of the election. A short note under a hash of the
 * job's name, so that a hundred jobs have room.
 *
 * @param tick the moment
 * @param state its state
 * @param token the fencing token of the term that wrote this
 * @param attempt how often its run was begun; 0 if it was not
 * @param hash a hash of the cron expressions and zones of the job
 * @param since the first tick of the series that ends with this one: the ticks between
 * them were run, or missed in a short vacancy
 * @param others other ticks that are done: of a leader whose clock was ahead, or before
 * this series
 */
public record TickEntry(Instant tick, State state, long token, int attempt, String hash, Instant since,
		DoneTicks others) {

	/** The maximum number of jobs of one election. */
	public static final int MAX_JOBS = 100;

	/** The prefix of the names of these notes. */
	public static final String PREFIX = "tick:";

	/** The time after its tick when an entry without a job is removed. */
	private static final Duration ABANDONED = Duration.ofDays(90);

	private static final int HASH_LENGTH = 8;

	private static final int NAME_LENGTH = 11;

	private static final Pattern TEXT = Pattern.compile(
			"(\\d{1,15}),([NBF]),(\\d{1,19}),(\\d{1,9}),([\\w-]{8})(?:,([0-9a-z]{0,11})(?:,([0-9a-z+;]{1,200}))?)?");

	private static final int RADIX = 36;

	/**
	 * Creates an entry of a tick without others.
	 * @param tick the moment
	 * @param state its state
	 * @param token the fencing token of the term that wrote this
	 * @param attempt how often its run was begun
	 * @param hash a hash of the cron expressions and zones of the job
	 */
	public TickEntry(Instant tick, State state, long token, int attempt, String hash) {
		this(tick, state, token, attempt, hash, tick, DoneTicks.NONE);
	}

	/**
	 * The state of a tick.
	 */
	public enum State {

		/** It is not run, and neither are earlier ticks. */
		NOTED,

		/** A leader began to run it, or was about to. */
		BEGUN,

		/** It was run. */
		FINISHED

	}

	/**
	 * Returns the name of the note of a job.
	 * @param name the job's name
	 * @return the name, always of the same length
	 */
	public static String key(String name) {
		return PREFIX + digest(name).substring(0, NAME_LENGTH);
	}

	/**
	 * Returns a hash of cron expressions and zones.
	 * @param expressions each expression with its zone, in any order
	 * @return the hash
	 */
	public static String hash(String... expressions) {
		String[] sorted = expressions.clone();
		Arrays.sort(sorted);
		return digest(String.join("\n", sorted)).substring(0, HASH_LENGTH);
	}

	private static String digest(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JDK has SHA-256", ex);
		}
	}

	/**
	 * Returns the text of the note.
	 * @return the text
	 */
	public String text() {
		String text = this.tick.toEpochMilli() + "," + this.state.name().charAt(0) + "," + this.token + ","
				+ this.attempt + "," + this.hash;
		long series = Duration.between(this.since, this.tick).toMillis();
		String others = this.others.text();
		if (series == 0 && others.isEmpty()) {
			return text;
		}
		return text + "," + ((series != 0) ? Long.toString(series, RADIX) : "")
				+ (others.isEmpty() ? "" : "," + others);
	}

	/**
	 * Returns the entry of the same tick in another state.
	 * @param state the state
	 * @param attempt how often its run was begun
	 * @return the entry
	 */
	TickEntry as(State state, int attempt) {
		return new TickEntry(this.tick, state, this.token, attempt, this.hash, this.since, this.others);
	}

	/**
	 * Returns whether another tick need not be run, because a leader whose clock was
	 * ahead has run it, or it belongs to the same series.
	 * @param other the tick
	 * @return whether it is done
	 */
	public boolean isDone(Instant other) {
		return this.others.contains(other)
				|| (!isSeenOnly() && new DoneTicks.Range(this.since, this.tick).contains(other));
	}

	/**
	 * Returns whether the tick was not run and ends no series: its time had come when a
	 * leader looked first. If the clock of that leader was ahead, it comes again.
	 */
	boolean isSeenOnly() {
		return this.state == State.NOTED && this.attempt == 0 && this.since.equals(this.tick);
	}

	/** Returns whether another entry says the same of its tick. */
	boolean isOfSameRun(@Nullable TickEntry other) {
		return other != null && equals(new TickEntry(other.tick, other.state, other.token, other.attempt, other.hash,
				this.since, this.others));
	}

	/**
	 * Parses a note.
	 * @param text the text
	 * @return the entry
	 * @throws IllegalArgumentException if it is not one
	 */
	public static TickEntry parse(String text) {
		Matcher matcher = TEXT.matcher(text);
		if (!matcher.matches()) {
			throw new IllegalArgumentException("'" + text + "' is not an entry such as "
					+ new TickEntry(Instant.EPOCH, State.FINISHED, 1, 1, "AbCd1234").text());
		}
		State state = switch (matcher.group(2)) {
			case "N" -> State.NOTED;
			case "B" -> State.BEGUN;
			default -> State.FINISHED;
		};
		try {
			Instant tick = Instant.ofEpochMilli(Long.parseLong(matcher.group(1)));
			String series = Objects.requireNonNullElse(matcher.group(6), "");
			Instant since = series.isEmpty() ? tick : tick.minusMillis(Long.parseLong(series, RADIX));
			return new TickEntry(tick, state, Long.parseLong(matcher.group(3)), Integer.parseInt(matcher.group(4)),
					matcher.group(5), since, DoneTicks.parse(Objects.requireNonNullElse(matcher.group(7), "")));
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'" + text + "' has a number beyond any term or tick", ex);
		}
	}

	/**
	 * Returns whether an entry without a job is removed, because its last tick is long
	 * ago. It is not removed earlier, because another version of the application may have
	 * the job.
	 * @param now the current time
	 * @return whether it is removed
	 */
	public boolean isAbandoned(Instant now) {
		return this.tick.isBefore(now.minus(ABANDONED));
	}

}
