/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an election as they were when last read or written.
 *
 * @param recordVersion the value at the record's key, or {@code null} if there was none
 * @param guardLockVersion the value at the guard lock's key, or {@code null} if there was
 * none
 */
record ElectionView(@Nullable Version<TermRecord> recordVersion, @Nullable Version<GuardLock> guardLockVersion) {

	static final ElectionView ABSENT = new ElectionView(null, null);

	@Nullable TermRecord record() {
		return (this.recordVersion != null) ? this.recordVersion.get() : null;
	}

	@Nullable GuardLock guardLock() {
		return (this.guardLockVersion != null) ? this.guardLockVersion.get() : null;
	}

	/**
	 * Returns what this candidate knows besides the content of the record. The age of the
	 * record counts from when this candidate first saw this version of it.
	 * @throws GarbageRecordException if the value of a key cannot be parsed
	 */
	Evidence evidence(Ticker observer) {
		TermRecord record = record();
		GuardLock guardLock = guardLock();
		if (record == null || this.recordVersion == null) {
			return Evidence.of(null, Duration.ZERO, (guardLock != null) ? Lock.OTHER : Lock.FREE);
		}
		Lock lock = (guardLock == null) ? Lock.FREE : guardLock.isOf(record) ? Lock.TERM : Lock.OTHER;
		return Evidence.of(record, Duration.ofNanos(observer.nanos() - this.recordVersion.firstSeen()), lock);
	}

	ElectionView withoutLock() {
		return new ElectionView(this.recordVersion, null);
	}

}
