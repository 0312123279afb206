/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import org.jspecify.annotations.Nullable;

/**
 * The keys of an election, as they were at some time.
 *
 * @param recordVersion what the key of the record held, or {@code null} if there was none
 * @param holdVersion likewise the hold
 */
record ElectionView(@Nullable Version<LeaseRecord> recordVersion, @Nullable Version<Hold> holdVersion) {

	static final ElectionView ABSENT = new ElectionView(null, null);

	@Nullable LeaseRecord record() {
		return (this.recordVersion != null) ? this.recordVersion.get() : null;
	}

	@Nullable Hold hold() {
		return (this.holdVersion != null) ? this.holdVersion.get() : null;
	}

	/**
	 * The hold, if it is the one of the record's term and that was not given up: the term
	 * lives as long as it.
	 */
	@Nullable Hold liveHold() {
		LeaseRecord record = record();
		Hold hold = hold();
		boolean live = record != null && !record.released() && hold != null && hold.isOf(record);
		return live ? hold : null;
	}

	ElectionView withoutHold() {
		return new ElectionView(this.recordVersion, null);
	}

}
