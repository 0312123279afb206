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

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement for one command. Nothing of it is trusted before it was
 * searched for garbage.
 *
 * @param item the position of the command in the caller's batch
 * @param now the clock of the database, in milliseconds
 * @param applied whether the statement wrote what the command asked for
 * @param fenced whether a transaction under the former term kept a new one out
 * @param present whether there is a record
 * @param token the fencing token of the term
 * @param nonce the nonce of the term, in hexadecimal digits
 * @param duration the lease, in milliseconds
 * @param expiresAt when the term ends, by the clock of the database
 * @param notBefore until when a former leader may believe, by the clock of the database
 * @param released 1 if the term was given up, else 0
 * @param candidate whose term it is, escaped
 * @param since when the candidate asked, by its own wall clock, in milliseconds
 * @param metadata the candidate's metadata, as JSON
 * @param checkpointVersion the version of the checkpoints, or {@code null}
 * @param checkpoints the text of the checkpoints where it was asked for
 * @param guardLock how the lock beside the record stands
 */
public record LeaseRow(int item, long now, boolean applied, boolean fenced, boolean present, @Nullable Long token,
		@Nullable String nonce, @Nullable Long duration, @Nullable Long expiresAt, @Nullable Long notBefore,
		@Nullable Integer released, @Nullable String candidate, @Nullable Long since, @Nullable String metadata,
		@Nullable Long checkpointVersion, @Nullable String checkpoints, GuardLock guardLock) {

	/** More is not read of metadata: it would be garbage. */
	static final int MAX_METADATA = 65536;

	/** Longest lease in milliseconds, with a day to spare. */
	static final long MAX_DURATION = Duration.ofDays(366).toMillis();

	/**
	 * Reads all rows of an answer, whose columns are those of this record in its order.
	 * @param rows the answer, which is closed
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
	 * Reads the row of an answer, which has no guard lock beside it.
	 * @param rows the answer
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

	LeaseRow asFenced() {
		return new LeaseRow(this.item, this.now, this.applied, true, this.present, this.token, this.nonce,
				this.duration, this.expiresAt, this.notBefore, this.released, this.candidate, this.since, this.metadata,
				this.checkpointVersion, this.checkpoints, this.guardLock);
	}

	/**
	 * The same row, and the lock beside the record.
	 * @param guardLock how it stands
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

	/** The problem with the numbers of a record, or {@code null}. */
	@Nullable String garbage() {
		if (this.token == null || this.token < 1 || this.token > StoredTerm.MAX_TOKEN) {
			return "token is " + this.token;
		}
		if (this.nonce == null || this.nonce.length() != 32) {
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

	boolean live() {
		return orZero(this.expiresAt) > this.now && !isReleased();
	}

	/** Whether a term or a guard lock keeps a new term out. */
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
		return new Outcome.Granted(orZero(this.token), Duration.ofMillis(orZero(this.duration)), waiting(), noted());
	}

	/** The checkpoints as far as the statement answered them, broken or not. */
	Checkpoints noted() {
		return Checkpoints.read(Long.toString(orZero(this.checkpointVersion)), this.checkpoints);
	}

	/**
	 * The record as the outcome {@code Leased}.
	 * @param key names the record in messages
	 * @param table names it, too
	 * @param noted the checkpoints to answer
	 * @throws GarbageRecordException if the texts are not understood
	 */
	Outcome.Leased held(ElectionKey key, String table, Checkpoints noted) {
		if (this.candidate == null || this.since == null || this.metadata == null
				|| this.metadata.length() > MAX_METADATA) {
			throw garbage(key, table, "candidate, since or metadata is missing or too long");
		}
		Duration remaining = live() ? Duration.ofMillis(orZero(this.expiresAt) - this.now) : Duration.ZERO;
		try {
			return new Outcome.Leased(AsciiText.unescape(this.candidate), Instant.ofEpochMilli(this.since),
					orZero(this.token), remaining, waiting(), AsciiText.map(this.metadata), noted);
		}
		catch (IllegalArgumentException ex) {
			throw garbage(key, table, "candidate or metadata has " + ex.getMessage());
		}
	}

	Outcome.Free free(Checkpoints noted) {
		return new Outcome.Free(tokenOrAbsent(), isReleased(), noted);
	}

	static GarbageRecordException garbage(ElectionKey key, String table, String what) {
		return new GarbageRecordException("The row of election '%s' in namespace '%s' of table %s is garbage: %s. "
			.formatted(AsciiText.escape(key.election()), AsciiText.escape(key.namespace()), table, what)
				+ "Repair it, or delete it when nobody believes to lead");
	}

	private Duration waiting() {
		return Duration.ofMillis(Math.max(0, orZero(this.notBefore) - this.now));
	}

	private static long orZero(@Nullable Long value) {
		return (value != null) ? value : 0;
	}

	/**
	 * How the lock beside a record stands.
	 */
	public enum GuardLock {

		/** There is none, as ever in the row store: the record alone decides. */
		NONE,

		/** A session has it, which keeps new terms out, whatever the record says. */
		KEPT,

		/** The session of a term that is live had it, and it is free. */
		VANISHED

	}

}
