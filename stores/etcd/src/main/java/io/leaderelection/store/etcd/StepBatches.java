/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.List;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leaderelection.store.etcd.EtcdCaller.Reply;
import io.leaderelection.store.support.CallBudget;

/**
 * Sends many transactions nested in a few larger ones, all at the same time. By default,
 * etcd accepts at most 128 operations and 1.5 megabytes in a request.
 */
final class StepBatches {

	private static final int MAX_STEPS = 64;

	private static final int MAX_BYTES = 1024 * 1024;

	private final EtcdCaller caller;

	StepBatches(EtcdCaller caller) {
		this.caller = caller;
	}

	/**
	 * Sends the transactions.
	 * @return an answer or a failure for each transaction
	 */
	List<Reply<TxnResponse>> send(List<TxnRequest> steps, CallBudget budget) {
		List<List<TxnRequest>> chunks = chunks(steps);
		List<Reply<TxnResponse>> answers = this.caller.callAll(KVGrpc.getTxnMethod(),
				chunks.stream().map(StepBatches::request).toList(), budget);
		List<Reply<TxnResponse>> replies = new ArrayList<>(steps.size());
		for (int i = 0; i < chunks.size(); i++) {
			addReplies(chunks.get(i).size(), answers.get(i), replies);
		}
		return replies;
	}

	private static List<List<TxnRequest>> chunks(List<TxnRequest> steps) {
		List<List<TxnRequest>> chunks = new ArrayList<>();
		List<TxnRequest> chunk = new ArrayList<>();
		int bytes = 0;
		for (TxnRequest step : steps) {
			int size = step.getSerializedSize();
			if (chunk.size() == MAX_STEPS || (!chunk.isEmpty() && bytes + size > MAX_BYTES)) {
				chunks.add(chunk);
				chunk = new ArrayList<>();
				bytes = 0;
			}
			chunk.add(step);
			bytes += size;
		}
		chunks.add(chunk);
		return chunks;
	}

	private static TxnRequest request(List<TxnRequest> chunk) {
		if (chunk.size() == 1) {
			return chunk.get(0);
		}
		TxnRequest.Builder request = TxnRequest.newBuilder();
		chunk.forEach((step) -> request.addSuccess(RequestOp.newBuilder().setRequestTxn(step)));
		return request.build();
	}

	private static void addReplies(int steps, Reply<TxnResponse> answer, List<Reply<TxnResponse>> replies) {
		TxnResponse whole = answer.answer();
		if (whole == null || steps == 1) {
			for (int i = 0; i < steps; i++) {
				replies.add(answer);
			}
			return;
		}
		for (ResponseOp nested : whole.getResponsesList()) {
			// Only the outer response has a header, with the revision of all nested ones
			replies.add(new Reply<>(nested.getResponseTxn().toBuilder().setHeader(whole.getHeader()).build(), null));
		}
	}

}
