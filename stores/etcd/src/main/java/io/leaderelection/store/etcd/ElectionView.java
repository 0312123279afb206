/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an election as they were when last read or written.
 *
 * @param recordValue the value of the record's key, or {@code null} if there is none
 * @param seenAt the ticker value, in nanoseconds, when this candidate first saw this
 * value
 * @param lockValue the value of the guard lock's key, or {@code null} if there is none
 * @param revision the latest revision of etcd at which the keys had these values
 */
record ElectionView(@Nullable StoredValue<TermRecord> recordValue, long seenAt,
		@Nullable StoredValue<GuardLock> lockValue, long revision) {

	static final ElectionView ABSENT = new ElectionView(null, 0, null, 0);

	/**
	 * Returns the record.
	 * @throws GarbageRecordException if it is garbage
	 */
	@Nullable TermRecord record() {
		return (this.recordValue != null) ? this.recordValue.get() : null;
	}

	/**
	 * Returns the guard lock.
	 * @throws GarbageRecordException if it is garbage
	 */
	@Nullable GuardLock guardLock() {
		return (this.lockValue != null) ? this.lockValue.get() : null;
	}

	/**
	 * Returns what this candidate knows besides the content of the record. The age of the
	 * record counts from when this candidate first saw this version of it.
	 * @throws GarbageRecordException if the value of a key is garbage
	 */
	Evidence evidence(Ticker observer) {
		TermRecord record = record();
		GuardLock guardLock = guardLock();
		if (record == null) {
			return Evidence.of(null, Duration.ZERO, (guardLock != null) ? Lock.OTHER : Lock.FREE);
		}
		Lock lock = (guardLock == null) ? Lock.FREE : guardLock.isOf(record) ? Lock.TERM : Lock.OTHER;
		return Evidence.of(record, Duration.ofNanos(observer.nanos() - this.seenAt), lock);
	}

	/**
	 * Returns the view after a write. The text of the checkpoints has its own key, which
	 * keeps other writes small.
	 */
	ElectionView with(TermRecord record, long now, @Nullable StoredValue<GuardLock> lock) {
		byte[] text = record.with(record.checkpoints().versionAlone()).format(Map.of());
		return new ElectionView(new StoredValue<>(ByteString.copyFrom(text), record, null), now, lock, this.revision);
	}

	ElectionView withoutLock() {
		return new ElectionView(this.recordValue, this.seenAt, null, this.revision);
	}

	ElectionView at(long revision) {
		return new ElectionView(this.recordValue, this.seenAt, this.lockValue, revision);
	}

	/** Returns the version of the checkpoints. */
	long checkpointVersion() {
		TermRecord record = record();
		return (record != null) ? record.checkpoints().version() : 0;
	}

}
