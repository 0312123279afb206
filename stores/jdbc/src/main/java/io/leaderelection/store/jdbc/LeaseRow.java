/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The row that a statement returns for one command. Its values are untrusted until
 * {@link #garbage()} has checked them.
 *
 * @param item the position of the command in the caller's batch
 * @param now the clock of the database, in milliseconds since the epoch
 * @param applied whether the statement applied the command
 * @param fenced whether a fenced transaction of the former term blocked a new term
 * @param present whether there is a record
 * @param token the fencing token of the term
 * @param nonce the nonce of the term, in hexadecimal digits
 * @param duration the lease, in milliseconds
 * @param expiresAt when the term expires, by the clock of the database
 * @param notBefore until when a former leader may consider itself the leader, by the
 * clock of the database
 * @param released 1 if the term was released, otherwise 0
 * @param candidate the candidate that leads the term, escaped
 * @param since when the candidate sent the acquire, by its own wall clock, in
 * milliseconds
 * @param metadata the candidate's metadata, escaped
 * @param checkpointVersion the version of the checkpoints, or {@code null}
 * @param checkpoints the text of the checkpoints, or {@code null} if it was not read
 * @param guardLock the state of the guard lock
 */
public record LeaseRow(int item, long now, boolean applied, boolean fenced, boolean present, @Nullable Long token,
		@Nullable String nonce, @Nullable Long duration, @Nullable Long expiresAt, @Nullable Long notBefore,
		@Nullable Integer released, @Nullable String candidate, @Nullable Long since, @Nullable String metadata,
		@Nullable Long checkpointVersion, @Nullable String checkpoints, GuardLock guardLock) {

	/** Longer metadata is garbage and is not read in full. */
	static final int MAX_METADATA = 65536;

	/** Longest lease in milliseconds, with a day to spare. */
	static final long MAX_DURATION = Duration.ofDays(366).toMillis();

	/** The store of advisory locks marks its nonces by other digits. */
	private static final Pattern NONCE = Pattern.compile("[0-9a-f]{32}|[g-v]{32}");

	/**
	 * Reads all rows of a result, whose columns are those of this record in the same
	 * order.
	 * @param rows the result, which this method closes
	 * @return the rows
	 * @throws SQLException if reading fails
	 */
	static List<LeaseRow> readAll(ResultSet rows) throws SQLException {
		List<LeaseRow> all = new ArrayList<>();
		try (rows) {
			while (rows.next()) {
				all.add(read(rows, rows.getInt(1)));
			}
		}
		return all;
	}

	/**
	 * Reads the current row of a result, without a guard lock.
	 * @param rows the result
	 * @param item the position of the command in the caller's batch
	 * @return the row
	 * @throws SQLException if reading fails
	 */
	public static LeaseRow read(ResultSet rows, int item) throws SQLException {
		return new LeaseRow(item, rows.getLong(2), rows.getInt(3) != 0, rows.getInt(4) != 0, rows.getInt(5) != 0,
				number(rows, 6), rows.getString(7), number(rows, 8), number(rows, 9), number(rows, 10), released(rows),
				rows.getString(12), number(rows, 13), rows.getString(14), number(rows, 15), rows.getString(16),
				GuardLock.NONE);
	}

	/** Returns the row of an absent record. Its clock is unknown. */
	static LeaseRow absent(int item) {
		return new LeaseRow(item, 0, false, false, false, null, null, null, null, null, null, null, null, null, null,
				null, GuardLock.NONE);
	}

	LeaseRow asApplied(long checkpointVersion) {
		return new LeaseRow(this.item, this.now, true, this.fenced, this.present, this.token, this.nonce, this.duration,
				this.expiresAt, this.notBefore, this.released, this.candidate, this.since, this.metadata,
				checkpointVersion, this.checkpoints, this.guardLock);
	}

	LeaseRow asFenced() {
		return new LeaseRow(this.item, this.now, this.applied, true, this.present, this.token, this.nonce,
				this.duration, this.expiresAt, this.notBefore, this.released, this.candidate, this.since, this.metadata,
				this.checkpointVersion, this.checkpoints, this.guardLock);
	}

	/**
	 * Returns a copy with the given state of the guard lock.
	 * @param guardLock the state of the guard lock
	 * @return the row
	 */
	public LeaseRow with(GuardLock guardLock) {
		return new LeaseRow(this.item, this.now, this.applied, this.fenced, this.present, this.token, this.nonce,
				this.duration, this.expiresAt, this.notBefore, this.released, this.candidate, this.since, this.metadata,
				this.checkpointVersion, this.checkpoints, guardLock);
	}

	private static @Nullable Long number(ResultSet rows, int column) throws SQLException {
		long value = rows.getLong(column);
		return rows.wasNull() ? null : value;
	}

	private static @Nullable Integer released(ResultSet rows) throws SQLException {
		int value = rows.getInt(11);
		return rows.wasNull() ? null : value;
	}

	/** Describes the first invalid value of the record, or returns {@code null}. */
	@Nullable String garbage() {
		if (this.token == null || this.token < 1 || this.token > StoredTerm.MAX_TOKEN) {
			return "token is " + this.token;
		}
		if (this.nonce == null || !NONCE.matcher(this.nonce).matches()) {
			return "nonce does not have 32 digits";
		}
		if (this.duration == null || this.duration < 1 || this.duration > MAX_DURATION) {
			return "duration_ms is " + this.duration;
		}
		if (this.expiresAt == null || this.expiresAt < 0 || this.expiresAt > StoredTerm.MAX_TOKEN) {
			return "expires_at is " + this.expiresAt;
		}
		if (this.notBefore == null || this.notBefore < 0 || this.notBefore > StoredTerm.MAX_TOKEN) {
			return "not_before is " + this.notBefore;
		}
		if (this.released == null || this.released < 0 || this.released > 1) {
			return "released is " + this.released;
		}
		return null;
	}

	/**
	 * Returns what the rules depend on, without the texts for people. The row must not be
	 * garbage.
	 */
	@Nullable TermRecord term() {
		if (!this.present) {
			return null;
		}
		return new TermRecord(orZero(this.token), parse(Objects.requireNonNull(this.nonce)), "", Instant.EPOCH,
				Duration.ofMillis(orZero(this.duration)), waiting(), 0, isReleased(), Map.of(), readCheckpoints());
	}

	private static Nonce parse(String digits) {
		return Nonce.parse(digits.chars()
			.map((digit) -> (digit < 'g') ? digit : Character.forDigit(digit - 'g', 16))
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString());
	}

	/** Returns the times left of the term, by the clock of the database. */
	Evidence evidence() {
		TermRecord term = term();
		return (term != null) ? Evidence.of(term, remaining(), waiting()) : Evidence.NOTHING;
	}

	/** Returns when the lease would end if it was extended now. */
	long extendedEnd() {
		return this.now + orZero(this.duration);
	}

	private Duration remaining() {
		return live() ? Duration.ofMillis(orZero(this.expiresAt) - this.now) : Duration.ZERO;
	}

	boolean live() {
		return orZero(this.expiresAt) > this.now && !isReleased();
	}

	/** Returns whether a live term or a guard lock prevents a new term. */
	boolean isTaken() {
		return switch (this.guardLock) {
			case NONE -> live();
			case KEPT -> true;
			case VANISHED -> false;
		};
	}

	boolean isReleased() {
		return this.released != null && this.released == 1;
	}

	boolean carries(String nonce) {
		return nonce.equals(this.nonce);
	}

	long tokenOrAbsent() {
		return this.present ? orZero(this.token) : LeaseStore.ABSENT;
	}

	Outcome.Granted granted() {
		return new Outcome.Granted(orZero(this.token), Duration.ofMillis(orZero(this.duration)), waiting(),
				readCheckpoints());
	}

	/** Returns the checkpoints that the statement returned, malformed or not. */
	Checkpoints readCheckpoints() {
		return Checkpoints.read(Long.toString(orZero(this.checkpointVersion)), this.checkpoints);
	}

	/**
	 * Returns the record as the outcome {@code Leased}.
	 * @param key the key of the record, for messages
	 * @param table the name of the table, for messages
	 * @param checkpoints the checkpoints to return
	 * @throws GarbageRecordException if candidate or metadata is malformed
	 */
	Outcome.Leased leased(ElectionKey key, String table, Checkpoints checkpoints) {
		if (this.candidate == null || this.since == null || this.metadata == null
				|| this.metadata.length() > MAX_METADATA) {
			throw garbage(key, table, "candidate, since or metadata is missing or too long");
		}
		try {
			return new Outcome.Leased(EscapedText.unescape(this.candidate), Instant.ofEpochMilli(this.since),
					orZero(this.token), remaining(), waiting(), EscapedText.parse(this.metadata), checkpoints);
		}
		catch (IllegalArgumentException ex) {
			throw garbage(key, table, "candidate or metadata " + ex.getMessage());
		}
	}

	Outcome.Free free(Checkpoints checkpoints) {
		return new Outcome.Free(tokenOrAbsent(), isReleased(), checkpoints);
	}

	static GarbageRecordException garbage(ElectionKey key, String table, String what) {
		return new GarbageRecordException("The row of election '%s' in namespace '%s' of table %s is garbage: %s. "
			.formatted(EscapedText.escape(key.election()), EscapedText.escape(key.namespace()), table, what)
				+ "Repair it, or delete it while no instance leads");
	}

	private Duration waiting() {
		return Duration.ofMillis(Math.max(0, orZero(this.notBefore) - this.now));
	}

	private static long orZero(@Nullable Long value) {
		return (value != null) ? value : 0;
	}

	/**
	 * The state of the guard lock of a record.
	 */
	public enum GuardLock {

		/**
		 * There is none, as always in the {@code jdbc} store: the record alone decides.
		 */
		NONE,

		/**
		 * A session holds the lock, which prevents a new term whatever the record says.
		 */
		KEPT,

		/** The lock is free although the term is live: its session has ended. */
		VANISHED

	}

}
