/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.GarbageRecordException;
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
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;

/**
 * Asks for a term: read, lease, write over what was read and under that lease. Any change
 * in between shows at the write, and all is read again. A lease that leads to no term is
 * released by its id.
 */
final class Acquisition {

	/** Others may come in between, but not for ever. */
	private static final int ROUNDS = 8;

	private final BlobElection election;

	private final RecordBlob blob;

	private final Acquire command;

	private final CallBudget budget;

	private final Duration duration;

	/** Whether the lease is, or may be, this attempt's. */
	private boolean leased;

	/** When the lease was asked for, in nanoseconds of the budget. */
	private long leasedAt;

	Acquisition(BlobElection election, Acquire command, CallBudget budget) {
		this.election = election;
		this.blob = election.blob();
		this.command = command;
		this.budget = budget;
		this.duration = AzureBlobLeaseStoreFactory.wholeSeconds(command.duration());
		// An earlier call of this attempt may have got the lease and lost the answer
		this.leased = election.strays().remove(command.nonce());
	}

	Outcome.OfAcquire run() {
		Outcome.OfAcquire outcome;
		try {
			outcome = ask();
		}
		catch (GarbageRecordException ex) {
			giveUpLease();
			throw ex;
		}
		catch (LeaseStoreException ex) {
			if (ex instanceof AnsweredException) {
				giveUpLease();
			}
			else if (this.leased) {
				// Found again by a repeat of this attempt, or released before the next
				this.election.strays().add(this.command.nonce());
			}
			throw ex;
		}
		if (!(outcome instanceof Outcome.Granted)) {
			giveUpLease();
		}
		return outcome;
	}

	private Outcome.OfAcquire ask() {
		Snapshot snapshot = (this.command.seenToken() == LeaseStore.ABSENT && !this.leased) ? createOrRead()
				: this.election.read(this.budget);
		Evidence evidence = evidence(snapshot);
		boolean asked = false;
		for (int i = 0; i < ROUNDS; i++) {
			Decision<Outcome.OfAcquire> decision = TermRules.acquire(this.command, this.duration, clock(snapshot),
					snapshot.record(), evidence);
			if (decision instanceof Answer<Outcome.OfAcquire> answer) {
				return answer.outcome();
			}
			Write<Outcome.OfAcquire> write = (decision instanceof Write<Outcome.OfAcquire> it) ? it : null;
			try {
				if (write != null && (asked || write.lock() == LockUse.KEEP)) {
					carryOut(write, snapshot);
					return write.outcome();
				}
				snapshot = snapshot.exists() ? snapshot : create();
				asked = lease(snapshot);
				if (asked) {
					evidence = evidence(snapshot).with(Lock.FREE);
				}
				else {
					snapshot = this.election.read(this.budget);
					evidence = evidence(snapshot);
					evidence = (evidence.lock() == Lock.TERM) ? evidence : evidence.with(Lock.OTHER);
				}
			}
			catch (RefusedException ex) {
				// Reads in any case: garbage does not prove the loss of the term
				snapshot = this.election.read(this.budget);
				if (write != null && write.lock() == LockUse.KEEP && ex.reason() != RefusedException.Reason.CHANGED) {
					return new Outcome.Lost();
				}
				evidence = evidence(snapshot);
				asked = false;
			}
		}
		throw this.election.changedAgainAndAgain();
	}

	/** The lease may be that of an attempt which is not recorded: this one's, too. */
	private Evidence evidence(Snapshot snapshot) {
		Evidence evidence = this.election.evidence(snapshot);
		boolean recorded = snapshot.record() != null && snapshot.record().nonce().equals(this.command.nonce());
		return (this.leased && !recorded && evidence.lock() == Lock.TERM) ? evidence.with(Lock.UNKNOWN) : evidence;
	}

	/** A newcomer expects no blob, and makes one if it is right. */
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

	/** Leases of former attempts must not stand in the way of this one. */
	private void releaseStrays(Snapshot snapshot) {
		for (Nonce stray : this.election.strays()) {
			boolean recorded = snapshot.record() != null && snapshot.record().nonce().equals(stray);
			if (!recorded && this.election.strays().remove(stray)) {
				release(stray);
			}
		}
	}

	private void carryOut(Write<Outcome.OfAcquire> write, Snapshot snapshot) throws RefusedException {
		if (write.lock() == LockUse.KEEP) {
			this.election.extend(write.record(), snapshot, this.budget);
			return;
		}
		Snapshot written = writeOrFindOut(write.record(), snapshot.etag());
		long taken = this.budget.nanosUsed() - this.leasedAt;
		if (taken >= this.duration.toNanos()) {
			throw new AnsweredException("The term over " + this.blob.place()
					+ " was written when its lease might have been over: after " + taken / 1_000_000 + " ms");
		}
		this.election.wrote(written);
	}

	/** Does not leave it open what became of the write, if that can be found out. */
	private Snapshot writeOrFindOut(TermRecord record, String etag) throws RefusedException {
		try {
			return this.blob.write(record, etag, record.nonce(), this.budget);
		}
		catch (LeaseStoreException ex) {
			if (ex instanceof AnsweredException) {
				throw ex;
			}
			Snapshot found = this.election.read(this.budget);
			if (found.record() == null || !found.record().nonce().equals(record.nonce())) {
				// Without its lease it cannot be written any more, however late
				giveUpLease();
				throw ex;
			}
			return found;
		}
	}

	/** The service's clock; the milliseconds, which it does not return, from our own. */
	private long clock(Snapshot snapshot) {
		return Math.max(snapshot.now(), Math.min(this.command.at().toEpochMilli(), snapshot.now() + 999));
	}

	private void giveUpLease() {
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
			// It was not, or no longer, the blob's
		}
		catch (LeaseStoreException ex) {
			// Tried again by the next attempt, or over with the lease
			this.election.strays().add(nonce);
		}
	}

}
