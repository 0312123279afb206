/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.List;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Builds and reads the transactions on the keys of one election.
 */
final class GuardedTransaction {

	private final ElectionKey election;

	private final ByteString record;

	private final ByteString guardLock;

	private final ByteString checkpoints;

	private final boolean readsCheckpoints;

	/**
	 * Creates the transactions of a command.
	 * @param readsCheckpoints whether to read the checkpoints, too
	 */
	GuardedTransaction(EtcdKeys names, ElectionKey election, boolean readsCheckpoints) {
		this.election = election;
		this.record = names.record(election);
		this.guardLock = names.guardLock(election);
		this.checkpoints = names.checkpoints(election);
		this.readsCheckpoints = readsCheckpoints;
	}

	/** Builds a transaction that only reads. */
	TxnRequest read() {
		return TxnRequest.newBuilder().addAllSuccess(gets()).build();
	}

	/**
	 * Builds a transaction that writes the differences between two views if the keys
	 * still are as expected, and otherwise reads them. It compares values and not
	 * revisions, because revisions restart when a server has lost its data.
	 */
	TxnRequest write(ElectionView expected, ElectionView next) {
		TxnRequest.Builder request = TxnRequest.newBuilder()
			.addCompare(guard(this.record, expected.recordValue()))
			.addCompare(guard(this.guardLock, expected.lockValue()))
			.addAllFailure(gets());
		StoredValue<TermRecord> written = next.recordValue();
		if (written != null && !isStored(written, expected.recordValue())) {
			request.addSuccess(put(this.record, written.bytes(), 0));
			if (next.checkpointVersion() != expected.checkpointVersion()) {
				String text = written.get().checkpoints().text();
				request.addSuccess(put(this.checkpoints, ByteString.copyFromUtf8(text), 0));
			}
		}
		StoredValue<GuardLock> lock = next.lockValue();
		StoredValue<GuardLock> held = expected.lockValue();
		if (lock != null && !isHeld(lock, held)) {
			request.addSuccess(put(this.guardLock, lock.bytes(), lock.get().lease()));
		}
		else if (lock == null && held != null) {
			request.addSuccess(RequestOp.newBuilder()
				.setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(this.guardLock))
				.build());
		}
		if (this.readsCheckpoints) {
			request.addSuccess(get(this.checkpoints));
		}
		return request.build();
	}

	// Not the equals of records: Java links it at its first call, which is that of the
	// first takeover, and this takes several milliseconds

	private static boolean isStored(StoredValue<?> value, @Nullable StoredValue<?> found) {
		return found != null && found.bytes().equals(value.bytes());
	}

	private static boolean isHeld(StoredValue<GuardLock> lock, @Nullable StoredValue<GuardLock> found) {
		GuardLock held = (found != null) ? found.content() : null;
		return held != null && isStored(lock, found) && held.lease() == lock.get().lease();
	}

	private static Compare guard(ByteString key, @Nullable StoredValue<?> expected) {
		Compare.Builder guard = Compare.newBuilder().setKey(key).setResult(Compare.CompareResult.EQUAL);
		return ((expected != null) ? guard.setTarget(Compare.CompareTarget.VALUE).setValue(expected.bytes())
				: guard.setTarget(Compare.CompareTarget.CREATE).setCreateRevision(0))
			.build();
	}

	private static RequestOp put(ByteString key, ByteString value, long lease) {
		return RequestOp.newBuilder()
			.setRequestPut(PutRequest.newBuilder().setKey(key).setValue(value).setLease(lease))
			.build();
	}

	private List<RequestOp> gets() {
		List<RequestOp> gets = new ArrayList<>(List.of(get(this.record), get(this.guardLock)));
		if (this.readsCheckpoints) {
			gets.add(get(this.checkpoints));
		}
		return gets;
	}

	private static RequestOp get(ByteString key) {
		return RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(key)).build();
	}

	/** Stores and returns the view that a transaction read. */
	ElectionView view(ElectionViews views, TxnResponse answer) {
		if (answer.getResponsesCount() < 2) {
			throw new LeaseStoreException("etcd answered with " + answer.getResponsesCount()
					+ " results instead of 2 or 3. Check for a proxy between this instance and the server");
		}
		return views.read(this.election, found(answer.getResponses(0)), found(answer.getResponses(1)),
				answer.getHeader().getRevision());
	}

	/**
	 * Returns the checkpoints that a transaction read, as its last response. They are
	 * empty if their key is absent: only an administrator ever deletes it.
	 * @return the text, or {@code null} if it was not requested
	 */
	@Nullable String checkpoints(TxnResponse answer) {
		if (!this.readsCheckpoints) {
			return null;
		}
		int count = answer.getResponsesCount();
		KeyValue found = (count > 0) ? found(answer.getResponses(count - 1)) : null;
		return (found != null) ? found.getValue().toStringUtf8() : "";
	}

	private static @Nullable KeyValue found(ResponseOp response) {
		return (response.getResponseRange().getKvsCount() > 0) ? response.getResponseRange().getKvs(0) : null;
	}

	@Override
	public String toString() {
		return this.record.toStringUtf8();
	}

}
