/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;

/**
 * Extends a term by two calls: the record is written under its lease, then the lease is
 * renewed. The read is spared as long as nobody else writes.
 */
final class Renewal {

	private static final int ROUNDS = 4;

	private final BlobElection election;

	private final Renew command;

	private final CallBudget budget;

	Renewal(BlobElection election, Renew command, CallBudget budget) {
		this.election = election;
		this.command = command;
		this.budget = budget;
	}

	Outcome.OfRenew run() {
		Snapshot snapshot = this.election.ofTerm(this.command.nonce(), this.command.token(), this.budget);
		for (int i = 0; i < ROUNDS; i++) {
			LeaseRecord record = snapshot.record();
			if (record == null || record.released() || !record.isTerm(this.command.nonce(), this.command.token())) {
				return new Outcome.Lost();
			}
			try {
				return this.election.extend(record, snapshot, this.budget);
			}
			catch (RefusedException ex) {
				this.election.forget();
				// Reads in any case: garbage is no loss of the term
				snapshot = this.election.read(this.budget);
				if (ex.reason() != Reason.CHANGED) {
					return new Outcome.Lost();
				}
			}
		}
		throw new LeaseStoreException("The metadata of " + this.election.blob().place()
				+ " is changed again and again. Find out who does that");
	}

}
