/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Derives the outcome of a command from the row that its statement returned. The
 * statement has decided whether the command was applied; this class derives the reason if
 * it was not.
 */
final class RowOutcomes {

	private final String table;

	RowOutcomes(String table) {
		this.table = table;
	}

	Outcome.@Nullable OfAcquire ofAcquire(Wanted wanted, LeaseRow row, boolean last) {
		if (row.applied()) {
			return row.granted();
		}
		if (!row.present()) {
			return (wanted.token() == LeaseStore.ABSENT) ? absent(wanted, row, last) : row.free(Checkpoints.NONE);
		}
		refuseGarbage(wanted, row);
		if (row.carries(wanted.nonce())) {
			return row.live() ? null : new Outcome.Lost();
		}
		if (row.isTaken()) {
			return row.leased(wanted.key(), this.table, Checkpoints.NONE);
		}
		if (row.tokenOrAbsent() != wanted.token()) {
			return row.free(Checkpoints.NONE);
		}
		if (row.tokenOrAbsent() == StoredTerm.MAX_TOKEN) {
			throw LeaseRow.garbage(wanted.key(), this.table, "token has reached its limit");
		}
		// Only a fenced transaction of the former term can still block the new term
		return (last && row.fenced()) ? row.leased(wanted.key(), this.table, Checkpoints.NONE) : null;
	}

	private Outcome.@Nullable OfAcquire absent(Wanted wanted, LeaseRow row, boolean last) {
		return (last && row.guardLock() == LeaseRow.GuardLock.KEPT) ? new Outcome.Unknown(new LeaseStoreException(
				"The row of election '%s' is missing in table %s, but a session holds its lock. If a leader owns "
					.formatted(EscapedText.escape(wanted.key().election()), this.table)
						+ "that session, it ends by itself; if not, end it",
				null)) : null;
	}

	Outcome.@Nullable OfRenew ofRenew(Wanted wanted, LeaseRow row, boolean last) {
		if (row.applied()) {
			return row.granted();
		}
		return (isOther(wanted, row) || !row.live()) ? new Outcome.Lost() : null;
	}

	Outcome.@Nullable OfRelease ofRelease(Wanted wanted, LeaseRow row, boolean last) {
		if (row.applied()) {
			return new Outcome.Released();
		}
		return isOther(wanted, row) ? new Outcome.Lost() : null;
	}

	Outcome.OfObserve ofObserve(Wanted wanted, LeaseRow row, boolean last) {
		if (!row.present()) {
			return row.free(Checkpoints.NONE);
		}
		refuseGarbage(wanted, row);
		return row.isTaken() ? row.leased(wanted.key(), this.table, row.readCheckpoints())
				: row.free(row.readCheckpoints());
	}

	/** Returns the failure of a command that a lock of another transaction blocked. */
	LeaseStoreException locked(Wanted wanted) {
		return new LeaseStoreException("The row of election '%s' in table %s is locked by another transaction. End it"
			.formatted(EscapedText.escape(wanted.key().election()), this.table), null);
	}

	private boolean isOther(Wanted wanted, LeaseRow row) {
		if (!row.present()) {
			return true;
		}
		refuseGarbage(wanted, row);
		return !row.carries(wanted.nonce()) || row.tokenOrAbsent() != wanted.token();
	}

	private void refuseGarbage(Wanted wanted, LeaseRow row) throws GarbageRecordException {
		String garbage = row.garbage();
		if (garbage != null) {
			throw LeaseRow.garbage(wanted.key(), this.table, garbage);
		}
	}

}
