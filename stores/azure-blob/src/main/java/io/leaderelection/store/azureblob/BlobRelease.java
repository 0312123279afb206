/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;

/**
 * Releases a term: marks the record as released, then releases the lease.
 */
final class BlobRelease {

	private static final int MAX_ROUNDS = 8;

	private final BlobElection election;

	private final RecordBlob blob;

	private final Release command;

	private final CallBudget budget;

	BlobRelease(BlobElection election, Release command, CallBudget budget) {
		this.election = election;
		this.blob = election.blob();
		this.command = command;
		this.budget = budget;
	}

	Outcome.OfRelease run() {
		Snapshot snapshot = this.election.ofTerm(this.command.nonce(), this.command.token(), this.budget);
		for (int i = 0; i < MAX_ROUNDS; i++) {
			Decision<Outcome.OfRelease> decision = TermRules.release(this.command, snapshot.record(),
					this.election.evidence(snapshot));
			if (decision instanceof Answer<Outcome.OfRelease> answer) {
				return withoutWrite(answer.outcome(), snapshot);
			}
			this.election.forget();
			if (decision instanceof Write<Outcome.OfRelease> write) {
				try {
					Nonce lease = snapshot.leased() ? this.command.nonce() : null;
					releaseLease(this.blob.write(write.record(), snapshot.etag(), lease, this.budget));
					return write.outcome();
				}
				catch (RefusedException ex) {
					// The blob has changed after it was read
					snapshot = this.election.read(this.budget);
				}
			}
		}
		throw this.election.changedTooOften();
	}

	/** Releases the lease of an attempt at a term, although the record stays as it is. */
	private Outcome.OfRelease withoutWrite(Outcome.OfRelease outcome, Snapshot snapshot) {
		TermRecord record = snapshot.record();
		boolean otherTerm = record != null && record.nonce().equals(this.command.nonce())
				&& outcome instanceof Outcome.Lost;
		if (!otherTerm) {
			releaseLease(snapshot);
		}
		return outcome;
	}

	private void releaseLease(Snapshot snapshot) {
		if (!snapshot.leased()) {
			return;
		}
		try {
			this.blob.releaseLease(this.command.nonce(), this.budget);
		}
		catch (RefusedException ex) {
			if (ex.reason() == Reason.CHANGED) {
				throw new LeaseStoreException("The lease of " + this.blob.place() + " cannot be released");
			}
			// Another candidate has the lease, or it has ended
		}
	}

}
