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
 * What is written of an election, all or nothing.
 */
final class Change {

	private final @Nullable TermRecord record;

	private final HoldFate holdFate;

	private final boolean noted;

	private final long lease;

	private Change(@Nullable TermRecord record, HoldFate holdFate, boolean noted, long lease) {
		this.record = record;
		this.noted = noted;
		this.holdFate = holdFate;
		this.lease = lease;
	}

	/** A new term, and its hold on an etcd lease. */
	static Change term(TermRecord record, long lease) {
		return new Change(record, HoldFate.PUT, false, lease);
	}

	/** A new version of the record. */
	static Change record(TermRecord record) {
		return new Change(record, HoldFate.LEAVE, false, 0);
	}

	/** A new version of the record, and its checkpoints. */
	static Change checkpoints(TermRecord record) {
		return new Change(record, HoldFate.LEAVE, true, 0);
	}

	/** A new version of the record, and the end of its hold. */
	static Change recordWithoutHold(TermRecord record) {
		return new Change(record, HoldFate.DELETE, false, 0);
	}

	/** The end of a hold. */
	static Change withoutHold() {
		return new Change(null, HoldFate.DELETE, false, 0);
	}

	List<RequestOp> operations(ByteString recordKey, ByteString holdKey, ByteString checkpointsKey) {
		List<RequestOp> operations = new ArrayList<>(3);
		if (this.record != null) {
			operations.add(put(recordKey, value(this.record)));
			if (this.noted) {
				operations.add(put(checkpointsKey, ByteString.copyFromUtf8(this.record.checkpoints().text())));
			}
			if (this.holdFate == HoldFate.PUT) {
				operations.add(RequestOp.newBuilder()
					.setRequestPut(PutRequest.newBuilder()
						.setKey(holdKey)
						.setValue(Hold.format(this.record.nonce(), this.record.token()))
						.setLease(this.lease))
					.build());
			}
		}
		if (this.holdFate == HoldFate.DELETE) {
			operations.add(RequestOp.newBuilder()
				.setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(holdKey))
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
	 * What is there when it is written.
	 * @param former what was there
	 * @param revision the revision of etcd
	 * @param decided the ticker when this was decided
	 */
	ElectionView applyTo(ElectionView former, long revision, long decided) {
		Version<TermRecord> newRecord = (this.record != null)
				? new Version<>(value(this.record), revision, decided, this.record, null) : former.recordVersion();
		return switch (this.holdFate) {
			case LEAVE -> new ElectionView(newRecord, former.holdVersion());
			case DELETE -> new ElectionView(newRecord, null);
			case PUT -> new ElectionView(newRecord, hold(revision, decided));
		};
	}

	private @Nullable Version<Hold> hold(long revision, long decided) {
		if (this.record == null) {
			return null;
		}
		Hold hold = new Hold(this.record.nonce(), this.record.token(), this.lease);
		return new Version<>(Hold.format(hold.nonce(), hold.token()), revision, decided, hold, null);
	}

	private enum HoldFate {

		LEAVE, PUT, DELETE

	}

}
