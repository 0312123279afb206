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
 * A change of an election's keys, all or nothing.
 */
final class Change {

	private final @Nullable TermRecord record;

	private final GuardLockFate guardLockFate;

	private final boolean noted;

	private final long lease;

	private Change(@Nullable TermRecord record, GuardLockFate guardLockFate, boolean noted, long lease) {
		this.record = record;
		this.noted = noted;
		this.guardLockFate = guardLockFate;
		this.lease = lease;
	}

	/** A new term, and its guard lock on an etcd lease. */
	static Change term(TermRecord record, long lease) {
		return new Change(record, GuardLockFate.PUT, false, lease);
	}

	/** A new version of the record. */
	static Change record(TermRecord record) {
		return new Change(record, GuardLockFate.LEAVE, false, 0);
	}

	/** A new version of the record, and its checkpoints. */
	static Change checkpoints(TermRecord record) {
		return new Change(record, GuardLockFate.LEAVE, true, 0);
	}

	/** A new version of the record, and the end of its guard lock. */
	static Change recordWithoutLock(TermRecord record) {
		return new Change(record, GuardLockFate.DELETE, false, 0);
	}

	/** The end of a guard lock. */
	static Change withoutLock() {
		return new Change(null, GuardLockFate.DELETE, false, 0);
	}

	List<RequestOp> operations(ByteString recordKey, ByteString guardLockKey, ByteString checkpointsKey) {
		List<RequestOp> operations = new ArrayList<>(3);
		if (this.record != null) {
			operations.add(put(recordKey, value(this.record)));
			if (this.noted) {
				operations.add(put(checkpointsKey, ByteString.copyFromUtf8(this.record.checkpoints().text())));
			}
			if (this.guardLockFate == GuardLockFate.PUT) {
				operations.add(RequestOp.newBuilder()
					.setRequestPut(PutRequest.newBuilder()
						.setKey(guardLockKey)
						.setValue(GuardLock.format(this.record.nonce(), this.record.token()))
						.setLease(this.lease))
					.build());
			}
		}
		if (this.guardLockFate == GuardLockFate.DELETE) {
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
	 * The notes are kept under a key of their own, so that other changes are as small.
	 */
	private static ByteString value(TermRecord record) {
		return ByteString.copyFrom(record.with(record.checkpoints().versionAlone()).format(Map.of()));
	}

	/**
	 * The state when it is written.
	 * @param former what was there
	 * @param revision the revision of etcd
	 * @param decided the ticker when this was decided
	 */
	ElectionView applyTo(ElectionView former, long revision, long decided) {
		Version<TermRecord> newRecord = (this.record != null)
				? new Version<>(value(this.record), revision, decided, this.record, null) : former.recordVersion();
		return switch (this.guardLockFate) {
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

	private enum GuardLockFate {

		LEAVE, PUT, DELETE

	}

}
