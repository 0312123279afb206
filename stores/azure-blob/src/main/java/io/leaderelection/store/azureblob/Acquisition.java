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
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a term: read, lease, write over what was read and under that lease. Whatever
 * happens in between shows at the write, and all is looked at again. A lease that leads
 * to no term is released by its id.
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
		for (int i = 0; i < ROUNDS; i++) {
			try {
				LeaseRecord record = snapshot.record();
				if (record != null && record.nonce().equals(this.command.nonce())) {
					return repeat(record, snapshot);
				}
				Outcome.OfAcquire refusal = refusal(record, snapshot);
				if (refusal != null) {
					return refusal;
				}
				if (!snapshot.exists()) {
					snapshot = create();
				}
				if (!lease(snapshot)) {
					return this.election.heldBySomebody(this.command, this.election.read(this.budget));
				}
				return write(snapshot);
			}
			catch (RefusedException ex) {
				snapshot = this.election.read(this.budget);
			}
		}
		return this.election.heldBySomebody(this.command, snapshot);
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

	/** The answer was lost: the same term once more, if it lives. */
	private Outcome.OfAcquire repeat(LeaseRecord record, Snapshot snapshot) throws RefusedException {
		if (record.released() || !snapshot.leased()) {
			return new Outcome.Lost();
		}
		return this.election.extend(record, snapshot, this.budget);
	}

	private Outcome.@Nullable OfAcquire refusal(@Nullable LeaseRecord record, Snapshot snapshot) {
		if (record != null && !record.released() && snapshot.leased() && !this.leased) {
			long left = this.election.evidence().believed(snapshot);
			if (left > 0) {
				return this.election.held(record, snapshot, left);
			}
		}
		long token = (record != null) ? record.token() : LeaseStore.ABSENT;
		if (token != this.command.seenToken()) {
			return BlobElection.free(snapshot);
		}
		return null;
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

	private Outcome.OfAcquire write(Snapshot snapshot) throws RefusedException {
		LeaseRecord former = snapshot.record();
		long token = token(former, snapshot.now());
		if (token > LeaseStore.MAX_TOKEN) {
			throw new AnsweredException("The token of the next term over " + this.blob.place()
					+ " would be larger than any legal one. Delete the blob while nobody takes part in the election");
		}
		LeaseRecord record = LeaseRecord.of(this.command, token, this.duration, notBefore(former, snapshot));
		Snapshot written = writeOrFindOut(record, snapshot.etag());
		long taken = this.budget.nanosUsed() - this.leasedAt;
		if (taken >= this.duration.toNanos()) {
			throw new AnsweredException("The term over " + this.blob.place()
					+ " was written when its lease might have been over: after " + taken / 1_000_000 + " ms");
		}
		this.election.wrote(written);
		return this.election.granted(record, written.now());
	}

	/** Does not leave it open what became of the write, if that can be found out. */
	private Snapshot writeOrFindOut(LeaseRecord record, String etag) throws RefusedException {
		try {
			return this.blob.writeTerm(record, etag, this.budget);
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

	private long token(@Nullable LeaseRecord former, long now) {
		// The service's clock; the milliseconds, which it does not tell, from our own
		long clock = Math.max(now, Math.min(this.command.at().toEpochMilli(), now + 999));
		long least = Math.max((former != null) ? former.token() : 0, this.command.tokenFloor()) + 1;
		return Math.max(least, clock);
	}

	/** Until when, by the service's clock, a former leader may still believe. */
	private long notBefore(@Nullable LeaseRecord former, Snapshot snapshot) {
		if (former == null) {
			return 0;
		}
		long believed = this.election.evidence().believed(snapshot);
		if (believed == 0) {
			return former.notBefore();
		}
		long until = Math.min(snapshot.latestEnd(former), snapshot.now() + Snapshot.PRECISION.toMillis() + believed);
		return Math.max(former.notBefore(), until);
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
