/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.List;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Builds and reads the transaction for the keys of one election: it writes if the keys
 * have the expected values, and otherwise reads them.
 */
final class GuardedStep {

	private GuardedStep() {
	}

	/**
	 * Builds a transaction that only reads.
	 * @param checkpoints whether to read the checkpoints, too
	 */
	static TxnRequest read(EtcdKeys names, ElectionKey key, boolean checkpoints) {
		return TxnRequest.newBuilder().addAllSuccess(gets(names, key, checkpoints)).build();
	}

	/**
	 * Builds a transaction that writes a change over the expected view. It compares
	 * values and not revisions, because revisions restart when a server has lost its
	 * data.
	 * @param checkpoints whether to read the checkpoints, too
	 */
	static TxnRequest write(EtcdKeys names, ElectionKey key, ElectionView expected, Change change,
			boolean checkpoints) {
		ByteString record = names.record(key);
		ByteString guardLock = names.guardLock(key);
		List<RequestOp> operations = change.operations(record, guardLock, names.checkpoints(key));
		if (checkpoints) {
			operations.add(get(names.checkpoints(key)));
		}
		return TxnRequest.newBuilder()
			.addCompare(guard(record, expected.recordVersion()))
			.addCompare(guard(guardLock, expected.guardLockVersion()))
			.addAllSuccess(operations)
			.addAllFailure(gets(names, key, checkpoints))
			.build();
	}

	private static Compare guard(ByteString key, @Nullable Version<?> expected) {
		Compare.Builder guard = Compare.newBuilder().setKey(key).setResult(Compare.CompareResult.EQUAL);
		return ((expected != null) ? guard.setTarget(Compare.CompareTarget.VALUE).setValue(expected.value())
				: guard.setTarget(Compare.CompareTarget.CREATE).setCreateRevision(0))
			.build();
	}

	private static List<RequestOp> gets(EtcdKeys names, ElectionKey key, boolean checkpoints) {
		List<RequestOp> gets = new ArrayList<>(List.of(get(names.record(key)), get(names.guardLock(key))));
		if (checkpoints) {
			gets.add(get(names.checkpoints(key)));
		}
		return gets;
	}

	private static RequestOp get(ByteString key) {
		return RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(key)).build();
	}

	/**
	 * Returns the view that the transaction read.
	 * @param responses the responses of the transaction
	 * @return the record and the guard lock
	 */
	static ElectionView view(ElectionViews views, ElectionKey key, List<ResponseOp> responses) {
		if (responses.size() < 2) {
			throw new LeaseStoreException("etcd answered with " + responses.size()
					+ " results instead of 2 or 3. Check for a proxy between this instance and the server");
		}
		return views.read(key, found(responses.get(0)), found(responses.get(1)));
	}

	/**
	 * Returns the checkpoints, which are the last response. They are empty if their key
	 * is absent: only an administrator ever deletes it.
	 */
	static String checkpoints(List<ResponseOp> responses) {
		KeyValue found = responses.isEmpty() ? null : found(responses.get(responses.size() - 1));
		return (found != null) ? found.getValue().toStringUtf8() : "";
	}

	private static @Nullable KeyValue found(ResponseOp response) {
		RangeResponse range = response.getResponseRange();
		return (range.getKvsCount() > 0) ? range.getKvs(0) : null;
	}

}
