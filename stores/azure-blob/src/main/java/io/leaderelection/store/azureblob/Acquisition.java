/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

/**
 * Acquires a term: reads the blob, acquires the lease, then writes the record if the blob
 * has not changed and has that lease. If the blob has changed, the write fails and the
 * next round reads again. If no term results, the lease is released by its id.
 */
final class Acquisition {

	private final BlobElection election;

	private final RecordBlob blob;

	private final Acquire command;

	private final CallBudget budget;

	private final Duration duration;

	/** Whether this attempt has the lease, or may have it. */
	private boolean leased;

	/** When the lease was requested, in nanoseconds of the budget. */
	private long leasedAt;

	Acquisition(BlobElection election, Acquire command, CallBudget budget) {
		this.election = election;
		this.blob = election.blob();
		this.command = command;
		this.budget = budget;
		this.duration = AzureBlobLeaseStoreFactory.wholeSeconds(command.duration());
		// An earlier call of this attempt may have acquired the lease and lost the answer
		this.leased = election.strays().remove(command.nonce());
	}

	Outcome.OfAcquire run() {
		boolean keepsLease = false;
		try {
			Outcome.OfAcquire outcome = acquire();
			keepsLease = outcome instanceof Outcome.Granted;
			return outcome;
		}
		catch (NoAnswerException | UnansweredException ex) {
			if (this.leased) {
				// A repeat of this attempt finds it again; another attempt releases it
				// first
				this.election.strays().add(this.command.nonce());
			}
			keepsLease = true;
			throw ex;
		}
		finally {
			if (!keepsLease) {
				releaseOwnLease();
			}
		}
	}

	private Outcome.OfAcquire acquire() {
		boolean absent = this.command.seenToken() == LeaseStore.ABSENT && !this.leased;
		Known known = known(absent ? createOrRead() : this.election.read(this.budget));
		for (int i = 0; i < BlobElection.MAX_ROUNDS; i++) {
			known = round(known);
			if (known.outcome() != null) {
				return known.outcome();
			}
		}
		throw this.election.changedTooOften();
	}

	private Known round(Known known) {
		Decision<Outcome.OfAcquire> decision = TermRules.acquire(this.command, this.duration, clock(known.snapshot()),
				known.snapshot().record(), known.evidence());
		if (decision instanceof Answer<Outcome.OfAcquire> answer) {
			return known.with(answer.outcome());
		}
		boolean writes = decision instanceof Write<Outcome.OfAcquire> write
				&& (known.acquired() || write.lock() == LockUse.KEEP);
		return writes ? written(known, (Write<Outcome.OfAcquire>) decision) : leased(known.snapshot());
	}

	/** Writes, and reads again if the blob has changed. */
	private Known written(Known known, Write<Outcome.OfAcquire> write) {
		try {
			carryOut(write, known.snapshot());
			return known.with(write.outcome());
		}
		catch (RefusedException ex) {
			// Always reads: garbage does not prove the loss of the term
			Known read = read();
			boolean lost = write.lock() == LockUse.KEEP && ex.reason() != RefusedException.Reason.CHANGED;
			return lost ? read.with(new Outcome.Lost()) : read;
		}
	}

	/** Requests the lease, and reads again if it is refused. */
	private Known leased(Snapshot found) {
		try {
			Snapshot snapshot = found.exists() ? found : create();
			if (lease(snapshot)) {
				return new Known(snapshot, evidence(snapshot).with(Lock.FREE), true, null);
			}
			Known read = read();
			return (read.evidence().lock() == Lock.TERM) ? read : read.with(Lock.OTHER);
		}
		catch (RefusedException ex) {
			return read();
		}
	}

	private Known read() {
		return known(this.election.read(this.budget));
	}

	private Known known(Snapshot snapshot) {
		return new Known(snapshot, evidence(snapshot), false, null);
	}

	/**
	 * Treats the lease as unknown if it may be an unrecorded attempt's, also this one's.
	 */
	private Evidence evidence(Snapshot snapshot) {
		Evidence evidence = this.election.evidence(snapshot);
		boolean unrecorded = this.leased && !snapshot.isOf(this.command.nonce());
		return (unrecorded && evidence.lock() == Lock.TERM) ? evidence.with(Lock.UNKNOWN) : evidence;
	}

	/** Assumes that there is no blob and creates it; reads the blob if it exists. */
	private Snapshot createOrRead() {
		try {
			return create();
		}
		catch (RefusedException ex) {
			return this.election.read(this.budget);
		}
	}

	private Snapshot create() throws RefusedException {
		try {
			return this.blob.create(this.budget);
		}
		catch (RefusedException ex) {
			if (ex.reason() != RefusedException.Reason.NO_CONTAINER) {
				throw ex;
			}
			this.blob.createContainer(this.budget);
			return this.blob.create(this.budget);
		}
	}

	private boolean lease(Snapshot snapshot) throws RefusedException {
		releaseStrays(snapshot);
		this.leased = true;
		this.leasedAt = this.budget.nanosUsed();
		try {
			return this.blob.acquireLease(this.command.nonce(), this.duration, this.budget);
		}
		catch (RefusedException ex) {
			this.leased = false;
			if (ex.reason() != RefusedException.Reason.LEASED) {
				throw ex;
			}
			return false;
		}
	}

	/** Releases the leases of former attempts, which would block this one. */
	private void releaseStrays(Snapshot snapshot) {
		for (Nonce stray : this.election.strays()) {
			if (!snapshot.isOf(stray) && this.election.strays().remove(stray)) {
				release(stray);
			}
		}
	}

	private void carryOut(Write<Outcome.OfAcquire> write, Snapshot snapshot) throws RefusedException {
		if (write.lock() == LockUse.KEEP) {
			this.election.extend(write.record(), snapshot, this.budget);
			return;
		}
		Snapshot written = writeOrVerify(write.record(), snapshot.etag());
		long elapsed = this.budget.nanosUsed() - this.leasedAt;
		if (elapsed >= this.duration.toNanos()) {
			throw new LeaseStoreException("The record in " + this.blob.place() + " was written " + elapsed / 1_000_000
					+ " ms after its lease was requested. The lease may have expired before");
		}
		this.election.wrote(written);
	}

	/** Writes the record. If there is no answer, reads whether the write succeeded. */
	private Snapshot writeOrVerify(TermRecord record, String etag) throws RefusedException {
		try {
			return this.blob.write(record, etag, record.nonce(), this.budget);
		}
		catch (NoAnswerException | UnansweredException ex) {
			Snapshot found = this.election.read(this.budget);
			if (!found.isOf(record.nonce())) {
				// Without its lease the record can no longer be written, however late the
				// request arrives
				releaseOwnLease();
				throw ex;
			}
			return found;
		}
	}

	/**
	 * Returns the service's time, with the milliseconds of the local clock because the
	 * service reports whole seconds.
	 */
	private long clock(Snapshot snapshot) {
		return Math.max(snapshot.now(), Math.min(this.command.at().toEpochMilli(), snapshot.now() + 999));
	}

	private void releaseOwnLease() {
		if (this.leased) {
			this.leased = false;
			release(this.command.nonce());
		}
	}

	private void release(Nonce nonce) {
		try {
			this.blob.releaseLease(nonce, this.budget);
		}
		catch (RefusedException ex) {
			// The blob does not have this lease, or no longer has it
		}
		catch (LeaseStoreException ex) {
			// The next attempt releases it, or it expires
			this.election.strays().add(nonce);
		}
	}

	/**
	 * The state of an acquisition after a round.
	 *
	 * @param acquired whether the round has acquired the lease
	 * @param outcome the outcome, or {@code null} if another round follows
	 */
	private record Known(Snapshot snapshot, Evidence evidence, boolean acquired, Outcome.@Nullable OfAcquire outcome) {

		Known with(Outcome.OfAcquire outcome) {
			return new Known(this.snapshot, this.evidence, this.acquired, outcome);
		}

		Known with(Lock lock) {
			return new Known(this.snapshot, this.evidence.with(lock), this.acquired, this.outcome);
		}

	}

}
