/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;

/**
 * Stores with a mistake in the release.
 */
final class BrokenStores {

	private BrokenStores() {
	}

	/** A release ends the term on record, whoever leads. */
	static final class ReleaseWithoutCondition extends ModelStore {

		ReleaseWithoutCondition(boolean guardLocks, long longestLease) {
			super(guardLocks, longestLease);
		}

		@Override
		Outcome release(Release command) {
			ModelRecord record = record();
			return (record != null) ? super.release(new Release(command.key(), record.nonce(), record.token()))
					: super.release(command);
		}

	}

	/**
	 * A release clears not-before, which a winner that has not waited for it yet leaves
	 * to its successor.
	 */
	static final class ReleaseDropsNotBefore extends ModelStore {

		private final boolean drops;

		ReleaseDropsNotBefore(boolean guardLocks, long longestLease, boolean drops) {
			super(guardLocks, longestLease);
			this.drops = drops;
		}

		@Override
		Outcome release(Release command) {
			Outcome outcome = super.release(command);
			ModelRecord record = record();
			if (this.drops && record != null && outcome instanceof Outcome.Released) {
				fallBack(record.with(record.expiresAt(), 0, true, record.checkpoints()));
			}
			return outcome;
		}

	}

}
