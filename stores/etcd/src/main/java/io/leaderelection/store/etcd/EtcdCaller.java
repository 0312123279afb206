/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.MethodDescriptor;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import org.jspecify.annotations.Nullable;

/**
 * Calls etcd within a budget. A request that may have been sent is never sent again.
 */
final class EtcdCaller {

	/**
	 * A session without any response for longer than this is dropped: a connection whose
	 * packets are lost never fails by itself.
	 */
	private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(500);

	private static final int MAX_STEPS = 64;

	private static final int MAX_BYTES = 1024 * 1024;

	private final EtcdSessions sessions;

	EtcdCaller(EtcdSessions sessions) {
		this.sessions = sessions;
	}

	/**
	 * Sends one request.
	 * @throws LeaseStoreException if there is no answer; etcd may have received the
	 * request
	 */
	<Q, A> A call(MethodDescriptor<Q, A> method, Q request, CallBudget budget) {
		return callAll(method, List.of(request), budget).get(0).orThrow();
	}

	/**
	 * Sends many transactions nested in a few larger ones, all at the same time. By
	 * default, etcd accepts at most 128 operations and 1.5 megabytes in a request.
	 * @return an answer or a failure for each transaction
	 */
	List<Reply<TxnResponse>> transact(List<TxnRequest> steps, CallBudget budget) {
		List<List<TxnRequest>> chunks = new ArrayList<>();
		int bytes = MAX_BYTES;
		for (TxnRequest step : steps) {
			bytes += step.getSerializedSize();
			if (bytes > MAX_BYTES || chunks.get(chunks.size() - 1).size() == MAX_STEPS) {
				chunks.add(new ArrayList<>());
				bytes = step.getSerializedSize();
			}
			chunks.get(chunks.size() - 1).add(step);
		}
		List<Reply<TxnResponse>> answers = callAll(KVGrpc.getTxnMethod(),
				chunks.stream().map(EtcdCaller::nested).toList(), budget);
		List<Reply<TxnResponse>> replies = new ArrayList<>(steps.size());
		for (int i = 0; i < chunks.size(); i++) {
			TxnResponse whole = answers.get(i).answer();
			if (whole == null || chunks.get(i).size() == 1) {
				replies.addAll(Collections.nCopies(chunks.get(i).size(), answers.get(i)));
				continue;
			}
			for (ResponseOp part : whole.getResponsesList()) {
				// Only the outer response has a header, with the revision of all nested
				// ones
				replies.add(new Reply<>(part.getResponseTxn().toBuilder().setHeader(whole.getHeader()).build(), null));
			}
		}
		return replies;
	}

	private static TxnRequest nested(List<TxnRequest> chunk) {
		if (chunk.size() == 1) {
			return chunk.get(0);
		}
		TxnRequest.Builder request = TxnRequest.newBuilder();
		chunk.forEach((step) -> request.addSuccess(RequestOp.newBuilder().setRequestTxn(step)));
		return request.build();
	}

	/**
	 * Sends several requests at once.
	 * @return an answer or a failure for each request
	 */
	private <Q, A> List<Reply<A>> callAll(MethodDescriptor<Q, A> method, List<Q> requests, CallBudget budget) {
		boolean loggedInAgain = false;
		int refusals = 0;
		while (true) {
			EtcdSession session = this.sessions.current();
			List<Reply<A>> replies = replies(session, method, requests, budget);
			Throwable failure = commonFailure(replies);
			if (failure == null) {
				return replies;
			}
			if (EtcdFailures.isStaleLogin(failure)) {
				session.forgetLogin();
				if (!loggedInAgain) {
					loggedInAgain = true;
					continue;
				}
			}
			boolean silent = EtcdFailures.isTimeout(failure) && budget.nanosUsed() >= SILENCE;
			if (silent || EtcdFailures.endsSession(failure)) {
				this.sessions.drop(session);
			}
			refusals++;
			if (!EtcdFailures.neverSent(failure) || refusals >= this.sessions.endpoints()) {
				return replies;
			}
		}
	}

	private static <Q, A> List<Reply<A>> replies(EtcdSession session, MethodDescriptor<Q, A> method, List<Q> requests,
			CallBudget budget) {
		List<CompletableFuture<A>> answers = requests.stream()
			.map((request) -> session.ask(method, request, budget.nanosLeft()))
			.toList();
		List<Reply<A>> replies = new ArrayList<>(requests.size());
		for (CompletableFuture<A> answer : answers) {
			try {
				replies.add(new Reply<>(budget.await(answer), null));
			}
			catch (ExecutionException | TimeoutException ex) {
				Throwable cause = (ex instanceof ExecutionException && ex.getCause() != null) ? ex.getCause() : ex;
				replies.add(new Reply<>(null, EtcdFailures.ofCall(String.valueOf(method.getBareMethodName()),
						session.toString(), budget.timeout(), cause)));
			}
		}
		return replies;
	}

	/**
	 * Returns a failure if all requests have failed: that of a login only if each has,
	 * because the others may have been sent.
	 */
	private static <A> @Nullable Throwable commonFailure(List<Reply<A>> replies) {
		Throwable common = null;
		for (Reply<A> reply : replies) {
			if (reply.failure() == null) {
				return null;
			}
			if (common == null || EtcdFailures.isStaleLogin(common)) {
				common = reply.failure().getCause();
			}
		}
		return common;
	}

	/**
	 * The outcome of a request.
	 *
	 * @param <A> the type of the answer
	 * @param answer the answer, or {@code null} if there is none
	 * @param failure why there is no answer, with the original exception as its cause, or
	 * {@code null}
	 */
	record Reply<A>(@Nullable A answer, @Nullable LeaseStoreException failure) {

		A orThrow() {
			if (this.answer != null) {
				return this.answer;
			}
			throw (this.failure != null) ? this.failure : new NoAnswerException("etcd did not answer", null);
		}

	}

}
