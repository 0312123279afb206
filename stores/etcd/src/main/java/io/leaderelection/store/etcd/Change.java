/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RequestOp;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * An atomic change of an election's keys.
 */
final class Change {

	private final @Nullable TermRecord record;

	private final GuardLockChange guardLockChange;

	private final boolean withCheckpoints;

	private final long lease;

	private Change(@Nullable TermRecord record, GuardLockChange guardLockChange, boolean withCheckpoints, long lease) {
		this.record = record;
		this.withCheckpoints = withCheckpoints;
		this.guardLockChange = guardLockChange;
		this.lease = lease;
	}

	/** Writes a new term, and its guard lock attached to an etcd lease. */
	static Change term(TermRecord record, long lease) {
		return new Change(record, GuardLockChange.PUT, false, lease);
	}

	/** Writes a new version of the record. */
	static Change record(TermRecord record) {
		return new Change(record, GuardLockChange.LEAVE, false, 0);
	}

	/** Writes a new version of the record, and its checkpoints. */
	static Change checkpoints(TermRecord record) {
		return new Change(record, GuardLockChange.LEAVE, true, 0);
	}

	/** Writes a new version of the record, and deletes its guard lock. */
	static Change recordWithoutLock(TermRecord record) {
		return new Change(record, GuardLockChange.DELETE, false, 0);
	}

	/** Deletes the guard lock. */
	static Change withoutLock() {
		return new Change(null, GuardLockChange.DELETE, false, 0);
	}

	List<RequestOp> operations(ByteString recordKey, ByteString guardLockKey, ByteString checkpointsKey) {
		List<RequestOp> operations = new ArrayList<>(3);
		if (this.record != null) {
			operations.add(put(recordKey, value(this.record)));
			if (this.withCheckpoints) {
				operations.add(put(checkpointsKey, ByteString.copyFromUtf8(this.record.checkpoints().text())));
			}
			if (this.guardLockChange == GuardLockChange.PUT) {
				operations.add(RequestOp.newBuilder()
					.setRequestPut(PutRequest.newBuilder()
						.setKey(guardLockKey)
						.setValue(GuardLock.format(this.record.nonce(), this.record.token()))
						.setLease(this.lease))
					.build());
			}
		}
		if (this.guardLockChange == GuardLockChange.DELETE) {
			operations.add(RequestOp.newBuilder()
				.setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(guardLockKey))
				.build());
		}
		return operations;
	}

	private static RequestOp put(ByteString key, ByteString value) {
		return RequestOp.newBuilder().setRequestPut(PutRequest.newBuilder().setKey(key).setValue(value)).build();
	}

	/**
	 * Leaves out the text of the checkpoints, which has its own key and keeps other
	 * writes small.
	 */
	private static ByteString value(TermRecord record) {
		return ByteString.copyFrom(record.with(record.checkpoints().versionAlone()).format(Map.of()));
	}

	/**
	 * Returns the view after this change has been written.
	 * @param former the view before the change
	 * @param revision the etcd revision of the write
	 * @param decided the ticker value, in nanoseconds, when the change was decided
	 */
	ElectionView applyTo(ElectionView former, long revision, long decided) {
		Version<TermRecord> newRecord = (this.record != null)
				? new Version<>(value(this.record), revision, decided, this.record, null) : former.recordVersion();
		return switch (this.guardLockChange) {
			case LEAVE -> new ElectionView(newRecord, former.guardLockVersion());
			case DELETE -> new ElectionView(newRecord, null);
			case PUT -> new ElectionView(newRecord, guardLock(revision, decided));
		};
	}

	private @Nullable Version<GuardLock> guardLock(long revision, long decided) {
		if (this.record == null) {
			return null;
		}
		GuardLock guardLock = new GuardLock(this.record.nonce(), this.record.token(), this.lease);
		return new Version<>(GuardLock.format(guardLock.nonce(), guardLock.token()), revision, decided, guardLock,
				null);
	}

	private enum GuardLockChange {

		LEAVE, PUT, DELETE

	}

}
