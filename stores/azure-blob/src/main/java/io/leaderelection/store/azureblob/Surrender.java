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
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Gives up a term: the record says so first, then the lease is released.
 */
final class Surrender {

	private static final int ROUNDS = 8;

	private final BlobElection election;

	private final RecordBlob blob;

	private final Release command;

	private final CallBudget budget;

	Surrender(BlobElection election, Release command, CallBudget budget) {
		this.election = election;
		this.blob = election.blob();
		this.command = command;
		this.budget = budget;
	}

	Outcome.OfRelease run() {
		Snapshot snapshot = this.election.ofTerm(this.command.nonce(), this.command.token(), this.budget);
		for (int i = 0; i < ROUNDS; i++) {
			LeaseRecord record = snapshot.record();
			if (record == null || !record.nonce().equals(this.command.nonce())) {
				// No term, but perhaps the lease of an attempt at one
				releaseLease(snapshot);
				return new Outcome.Lost();
			}
			if (!record.isTerm(this.command.nonce(), this.command.token())) {
				return new Outcome.Lost();
			}
			if (!record.released()) {
				Snapshot marked = mark(record, snapshot);
				if (marked == null) {
					this.election.forget();
					snapshot = this.election.read(this.budget);
					continue;
				}
				snapshot = marked;
			}
			this.election.forget();
			releaseLease(snapshot);
			return new Outcome.Released();
		}
		throw new LeaseStoreException(
				"The metadata of " + this.blob.place() + " is changed again and again. Find out who does that");
	}

	/** Returns {@code null} if the blob is not as it was when it was read. */
	private @Nullable Snapshot mark(LeaseRecord record, Snapshot snapshot) {
		Nonce lease = (snapshot.leased()) ? record.nonce() : null;
		try {
			return this.blob.updateTerm(record.asReleased(), snapshot.etag(), lease, this.budget);
		}
		catch (RefusedException ex) {
			return null;
		}
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
			// It is somebody else's, or there is none any more
		}
	}

}
