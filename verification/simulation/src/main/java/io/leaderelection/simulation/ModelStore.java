/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LeaseStore} with one record and its own clock, written from that interface's
 * Javadoc. A guard lock, if there is one, also excludes others, and lock and record may
 * end independently.
 */
class ModelStore {

	/**
	 * The record. Instants are nanoseconds of the store's clock.
	 *
	 * @param token the fencing token
	 * @param nonce the nonce of the attempt
	 * @param candidate the candidate id
	 * @param since when the candidate requested the term, by its wall clock
	 * @param lease the lease duration
	 * @param expiresAt when the term ends
	 * @param notBefore until when a former leader may believe that it leads
	 * @param released whether it was released
	 * @param checkpoints the checkpoints
	 * @param metadata the candidate's metadata
	 */
	record ModelRecord(long token, Nonce nonce, String candidate, Instant since, long lease, long expiresAt,
			long notBefore, boolean released, Checkpoints checkpoints, Map<String, String> metadata) {

		ModelRecord with(long expiresAt, long notBefore, boolean released, Checkpoints checkpoints) {
			return new ModelRecord(this.token, this.nonce, this.candidate, this.since, this.lease, expiresAt, notBefore,
					released, checkpoints, this.metadata);
		}

		ModelRecord extended(long now) {
			return with(now + this.lease, this.notBefore, this.released, this.checkpoints);
		}

		ModelRecord with(Checkpoints checkpoints) {
			return with(this.expiresAt, this.notBefore, this.released, checkpoints);
		}

		boolean isOf(Nonce nonce, long token) {
			return this.nonce.equals(nonce) && this.token == token;
		}

	}

	private final boolean guardLocks;

	private final long longestLease;

	private @Nullable ModelRecord record;

	private @Nullable Nonce guardLock;

	/** From when on an absent record does not indicate a loss. */
	private long trustedFrom;

	/**
	 * Creates an empty store that was started long ago.
	 * @param guardLocks whether there are guard locks
	 * @param longestLease the longest lease of all candidates, in nanoseconds
	 */
	ModelStore(boolean guardLocks, long longestLease) {
		this.guardLocks = guardLocks;
		this.longestLease = longestLease;
	}

	/**
	 * Returns the record.
	 * @return the record, or {@code null} if there is none
	 */
	@Nullable ModelRecord record() {
		return this.record;
	}

	Outcome carryOut(Command command, long now) {
		if (command instanceof Acquire acquire) {
			return acquire(acquire, now);
		}
		if (command instanceof Renew renew) {
			return renew(renew, now);
		}
		return (command instanceof Release release) ? release(release) : observe(now);
	}

	Outcome acquire(Acquire command, long now) {
		ModelRecord record = this.record;
		if (record != null && record.nonce().equals(command.nonce())) {
			return live(record, now) ? repeated(record, now) : new Outcome.Lost();
		}
		if (record != null && (live(record, now) || this.guardLock != null)) {
			return held(record, now);
		}
		long token = (record != null) ? record.token() : LeaseStore.ABSENT;
		if (token != command.seenToken()) {
			return new Outcome.Free(token, record != null && record.released());
		}
		long lease = command.duration().toNanos();
		ModelRecord granted = new ModelRecord(nextToken(record, command, now), command.nonce(), command.candidate(),
				command.at(), lease, now + lease, notBefore(record, now), false,
				(record != null) ? record.checkpoints() : Checkpoints.NONE, command.metadata());
		this.guardLock = this.guardLocks ? command.nonce() : null;
		return granted(granted, granted.checkpoints(), now);
	}

	/**
	 * Answers a repeated acquire of a live term.
	 * @param record the record
	 * @param now the store's clock
	 * @return the outcome
	 */
	Outcome repeated(ModelRecord record, long now) {
		return granted(record.extended(now), record.checkpoints(), now);
	}

	/**
	 * Draws the token of a new term.
	 * @param former the record before, or {@code null}
	 * @param command the command
	 * @param now the store's clock
	 * @return the token
	 */
	long nextToken(@Nullable ModelRecord former, Acquire command, long now) {
		long above = Math.max((former != null) ? former.token() : 0, command.tokenFloor());
		return Math.max(above + 1, now / 1_000_000);
	}

	/**
	 * Returns until when a former leader may believe that it leads.
	 * @param former the record before, or {@code null}
	 * @param now the store's clock
	 * @return an instant of the store's clock, past if no leader can believe that
	 */
	long notBefore(@Nullable ModelRecord former, long now) {
		if (former == null) {
			return this.trustedFrom;
		}
		boolean guardLockVanished = !former.released() && now < former.expiresAt();
		return Math.max(former.notBefore(), guardLockVanished ? former.expiresAt() : 0);
	}

	Outcome renew(Renew command, long now) {
		ModelRecord record = this.record;
		if (record == null || !record.isOf(command.nonce(), command.token()) || !live(record, now)) {
			return new Outcome.Lost();
		}
		ModelRecord extended = noted(record.extended(now), command);
		return granted(extended, extended.checkpoints().versionAlone(), now);
	}

	/**
	 * Replaces the checkpoints by those of a renewal, if they are newer.
	 * @param record the record
	 * @param command the renewal
	 * @return the record with the newer checkpoints
	 */
	ModelRecord noted(ModelRecord record, Renew command) {
		Checkpoints carried = command.checkpoints();
		return (carried != null && carried.version() > record.checkpoints().version()) ? record.with(carried) : record;
	}

	Outcome release(Release command) {
		ModelRecord record = this.record;
		if (record == null || !record.isOf(command.nonce(), command.token())) {
			return new Outcome.Lost();
		}
		this.record = record.with(record.expiresAt(), record.notBefore(), true, record.checkpoints());
		this.guardLock = null;
		return new Outcome.Released();
	}

	Outcome observe(long now) {
		ModelRecord record = this.record;
		if (record != null && (live(record, now) || this.guardLock != null)) {
			return held(record, now);
		}
		return (record != null) ? new Outcome.Free(record.token(), record.released(), record.checkpoints())
				: new Outcome.Free(LeaseStore.ABSENT, false);
	}

	/**
	 * Writes the record, and answers that a term is granted, with its full lease.
	 * @param record the record
	 * @param checkpoints the checkpoints in the answer
	 * @param now the store's clock
	 * @return the outcome
	 */
	final Outcome granted(ModelRecord record, Checkpoints checkpoints, long now) {
		this.record = record;
		return new Outcome.Granted(record.token(), Duration.ofNanos(record.lease()), left(record.notBefore(), now),
				checkpoints);
	}

	private static Outcome held(ModelRecord record, long now) {
		long expiresAt = record.released() ? 0 : record.expiresAt();
		return new Outcome.Leased(record.candidate(), record.since(), record.token(), left(expiresAt, now),
				left(record.notBefore(), now), record.metadata(), record.checkpoints());
	}

	private static Duration left(long until, long now) {
		return (until > now) ? Duration.ofNanos(until - now) : Duration.ZERO;
	}

	private boolean live(ModelRecord record, long now) {
		return !record.released() && now < record.expiresAt()
				&& (!this.guardLocks || record.nonce().equals(this.guardLock));
	}

	boolean isTermLive(long token, long now) {
		ModelRecord record = this.record;
		return record != null && record.token() == token && live(record, now);
	}

	void delete() {
		this.record = null;
		this.guardLock = null;
	}

	/**
	 * Loses the record in a restart, which the store detects, so that it waits before it
	 * grants terms.
	 */
	void restartEmpty(long now) {
		delete();
		this.trustedFrom = now + this.longestLease;
	}

	boolean removeGuardLock(String candidate) {
		if (!candidate.equals(guardLockOwner())) {
			return false;
		}
		this.guardLock = null;
		return true;
	}

	@Nullable String guardLockOwner() {
		ModelRecord record = this.record;
		return (record != null && this.guardLock != null) ? record.candidate() : null;
	}

	void fallBack(@Nullable ModelRecord older) {
		this.record = older;
		this.guardLock = (this.guardLocks && older != null && !older.released()) ? older.nonce() : null;
	}

	String describe(long now) {
		ModelRecord record = this.record;
		if (record == null) {
			return "record absent";
		}
		return "record token=%d of %s nonce=%08x %s left=%dus notBefore=%dus%s".formatted(record.token(),
				record.candidate(), record.nonce().high() >>> 32, record.released() ? "released" : "",
				(record.expiresAt() - now) / 1000, Math.max(0, record.notBefore() - now) / 1000,
				this.guardLocks ? " guardLock=" + (this.guardLock != null) : "");
	}

}
