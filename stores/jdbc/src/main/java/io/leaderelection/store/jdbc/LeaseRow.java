/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

/**
 * The row that a statement returns for one command. {@link TermRules} derive from it what
 * the command may write, and why it was not applied.
 *
 * @param item the position of the command in the caller's batch
 * @param now the clock of the database, in milliseconds since the epoch; 0 if the row of
 * an absent record was not read at the clock
 * @param fate the effect of the statement on the command
 * @param guardLock the state of the guard lock
 * @param record the record, or {@code null} if there is none or it is garbage; without
 * candidate, metadata or checkpoints if the statement did not read them
 * @param evidence the times left, by the clock of the database
 * @param garbage the first invalid value of the record, or {@code null}
 */
public record LeaseRow(int item, long now, Fate fate, GuardLock guardLock, @Nullable TermRecord record,
		Evidence evidence, @Nullable String garbage) {

	/** Longer metadata is garbage and is not read in full. */
	private static final int MAX_METADATA = 65536;

	/** Longest lease in milliseconds, with a day to spare. */
	private static final long MAX_LEASE = Duration.ofDays(366).toMillis();

	private static final Pattern NONCE = Pattern.compile("[0-9a-f]{32}");

	/**
	 * Reads the current row of a result. Its columns: item, clock, ordinal of the fate,
	 * token, nonce, lease, end, not-before, released, candidate, since, metadata, version
	 * of the checkpoints, checkpoints. Without a record the nonce is null; what the
	 * statement does not read is null, too.
	 * @param rows the result
	 * @param item the position of the command in the caller's batch
	 * @param guardLock the state of the guard lock
	 * @return the row
	 * @throws SQLException if reading fails
	 */
	public static LeaseRow read(ResultSet rows, int item, GuardLock guardLock) throws SQLException {
		long now = rows.getLong(2);
		Fate fate = Fate.values()[rows.getInt(3)];
		long token = rows.getLong(4);
		String nonce = rows.getString(5);
		long lease = rows.getLong(6);
		long expiresAt = rows.getLong(7);
		long notBefore = rows.getLong(8);
		int released = rows.getInt(9);
		String garbage = (nonce != null) ? garbage(token, nonce, lease, expiresAt, notBefore, released) : null;
		if (nonce == null || garbage != null) {
			return new LeaseRow(item, now, fate, guardLock, null, Evidence.NOTHING, garbage);
		}
		String candidate = "";
		Map<String, String> metadata = Map.of();
		if (rows.getString(10) != null) {
			try {
				candidate = EscapedText.unescape(rows.getString(10));
				metadata = metadata(rows.getString(12));
			}
			catch (IllegalArgumentException ex) {
				garbage = "candidate or metadata " + ex.getMessage();
			}
		}
		TermRecord record = new TermRecord(token, Nonce.parse(nonce), candidate, Instant.ofEpochMilli(rows.getLong(11)),
				Duration.ofMillis(lease), left(notBefore, now), 0, released == 1, metadata,
				Checkpoints.read(rows.getString(13), rows.getString(14)));
		Evidence evidence = guardLock.applyTo(Evidence.of(record, left(expiresAt, now), record.notBefore()));
		// The texts of a former leader matter to nobody
		return new LeaseRow(item, now, fate, guardLock, record, evidence,
				(evidence.lock() == Evidence.Lock.TERM) ? garbage : null);
	}

	private static @Nullable String garbage(long token, String nonce, long lease, long expiresAt, long notBefore,
			int released) {
		return first(outside("token", token, 1, StoredTerm.MAX_TOKEN),
				NONCE.matcher(nonce).matches() ? null : "nonce does not have 32 digits",
				outside("duration_ms", lease, 1, MAX_LEASE), outside("expires_at", expiresAt, 0, StoredTerm.MAX_TOKEN),
				outside("not_before", notBefore, 0, StoredTerm.MAX_TOKEN), outside("released", released, 0, 1));
	}

	private static @Nullable String outside(String column, long value, long least, long most) {
		return (value < least || value > most) ? column + " is " + value : null;
	}

	private static @Nullable String first(@Nullable String... problems) {
		for (String problem : problems) {
			if (problem != null) {
				return problem;
			}
		}
		return null;
	}

	private static Map<String, String> metadata(String text) {
		if (text.length() > MAX_METADATA) {
			throw new IllegalArgumentException("is too long");
		}
		return EscapedText.parse(text);
	}

	private static Duration left(long end, long now) {
		return Duration.ofMillis(Math.max(0, end - now));
	}

	/** Returns the row of an absent record. */
	static LeaseRow absent(int item, long now) {
		return new LeaseRow(item, now, Fate.UNDECIDED, GuardLock.NONE, null, Evidence.NOTHING, null);
	}

	boolean isAbsent() {
		return this.record == null && this.garbage == null;
	}

	boolean isOf(Nonce nonce) {
		return this.record != null && this.record.nonce().equals(nonce);
	}

	/** Returns whether the lease of the term lasts or a guard lock is held. */
	boolean isTaken() {
		return this.evidence.lock() == Evidence.Lock.TERM;
	}

	boolean isApplied() {
		return this.fate == Fate.APPLIED;
	}

	LeaseRow applied(TermRecord written) {
		return new LeaseRow(this.item, this.now, Fate.APPLIED, this.guardLock, written, this.evidence, null);
	}

	LeaseRow fenced() {
		return new LeaseRow(this.item, this.now, Fate.FENCED, this.guardLock, this.record, this.evidence, this.garbage);
	}

	/**
	 * Returns what a command may write over this row.
	 * @param command the command
	 * @return the write, or {@code null} if {@link #outcome} says why there is none
	 */
	@Nullable Write<?> write(Command command) {
		try {
			return (this.garbage == null && decide(command, this.evidence) instanceof Write<?> write) ? write : null;
		}
		catch (GarbageRecordException ex) {
			return null;
		}
	}

	/**
	 * Returns the outcome of a command.
	 * @param command the command
	 * @param table the name of the table, for messages
	 * @param last whether this was the last attempt
	 * @return the outcome, or {@code null} if the state of the record does not explain
	 * why the command was not applied
	 * @throws GarbageRecordException if the record is garbage
	 */
	@Nullable Outcome outcome(Command command, String table, boolean last) {
		if (this.garbage != null) {
			throw new GarbageRecordException(("The row of election '%s' in namespace '%s' of table %s is garbage: %s. "
					+ "Repair it, or delete it while no instance leads")
				.formatted(EscapedText.escape(command.key().election()), EscapedText.escape(command.key().namespace()),
						table, this.garbage));
		}
		if (isApplied() && this.record != null) {
			Checkpoints checkpoints = this.record.checkpoints();
			return (command instanceof Release) ? new Outcome.Released()
					: new Outcome.Granted(this.record.token(), this.record.lease(), this.evidence.notBefore(),
							(command instanceof Renew) ? checkpoints.versionAlone() : checkpoints);
		}
		// Only a fenced transaction of the former term can still block the new term
		boolean blocked = last && this.fate == Fate.FENCED && this.record != null;
		Evidence known = blocked ? this.evidence.with(Evidence.Lock.TERM) : this.evidence;
		return (decide(command, known) instanceof Answer<?> answer) ? answer.outcome() : null;
	}

	private Decision<?> decide(Command command, Evidence known) {
		if (command instanceof Acquire acquire) {
			return TermRules.acquire(acquire, acquire.duration(), this.now, this.record, known);
		}
		if (command instanceof Renew renew) {
			return TermRules.renew(renew, this.record, known);
		}
		return (command instanceof Release release) ? TermRules.release(release, this.record, known)
				: new Answer<>(TermRules.observe(this.record, known));
	}

	/** The effect of a statement on a command, in the order of the numbers in SQL. */
	public enum Fate {

		/** It wrote nothing. */
		UNDECIDED,

		/** It applied the command, or found that it was applied before. */
		APPLIED,

		/** A fenced transaction of the former term blocked a new term. */
		FENCED

	}

	/** The state of the guard lock of a record, in the order of the numbers in SQL. */
	public enum GuardLock {

		/**
		 * There is none, as always in the {@code jdbc} store: the record alone decides.
		 */
		NONE,

		/**
		 * A session holds the lock, which prevents a new term whatever the record says.
		 */
		KEPT,

		/** It is free although the term is live: its session has ended. */
		VANISHED;

		private Evidence applyTo(Evidence evidence) {
			return switch (this) {
				case NONE -> evidence;
				case KEPT -> evidence.with(Evidence.Lock.TERM);
				case VANISHED -> evidence.with(Evidence.Lock.FREE);
			};
		}

	}

}
