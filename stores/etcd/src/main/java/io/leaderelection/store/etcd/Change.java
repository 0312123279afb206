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

	private final long lease;

	private Change(@Nullable TermRecord record, HoldFate holdFate, long lease) {
		this.record = record;
		this.holdFate = holdFate;
		this.lease = lease;
	}

	/** A new term, and its hold on an etcd lease. */
	static Change term(TermRecord record, long lease) {
		return new Change(record, HoldFate.PUT, lease);
	}

	/** A new version of the record. */
	static Change record(TermRecord record) {
		return new Change(record, HoldFate.LEAVE, 0);
	}

	/** A new version of the record, and the end of its hold. */
	static Change recordWithoutHold(TermRecord record) {
		return new Change(record, HoldFate.DELETE, 0);
	}

	/** The end of a hold. */
	static Change withoutHold() {
		return new Change(null, HoldFate.DELETE, 0);
	}

	List<RequestOp> operations(ByteString recordKey, ByteString holdKey) {
		List<RequestOp> operations = new ArrayList<>(2);
		if (this.record != null) {
			operations.add(RequestOp.newBuilder()
				.setRequestPut(PutRequest.newBuilder()
					.setKey(recordKey)
					.setValue(ByteString.copyFrom(this.record.format(Map.of()))))
				.build());
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

	/**
	 * What is there when it is written.
	 * @param former what was there
	 * @param revision the revision of etcd
	 * @param decided the ticker when this was decided
	 */
	ElectionView applyTo(ElectionView former, long revision, long decided) {
		Version<TermRecord> newRecord = (this.record != null)
				? new Version<>(ByteString.copyFrom(this.record.format(Map.of())), revision, decided, this.record, null)
				: former.recordVersion();
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
