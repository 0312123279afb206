/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
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
	 * Sends several requests at once.
	 * @return an answer or a failure for each request
	 */
	<Q, A> List<Reply<A>> callAll(MethodDescriptor<Q, A> method, List<Q> requests, CallBudget budget) {
		boolean loggedInAgain = false;
		int refusals = 0;
		while (true) {
			EtcdSession session = this.sessions.current();
			CompletableFuture<Metadata> login = session.login(budget.nanosLeft());
			List<Reply<A>> replies = replies(session, login, method, requests, budget);
			Throwable failure = commonFailure(replies);
			if (failure == null) {
				return replies;
			}
			if (EtcdFailures.isStaleLogin(failure)) {
				session.forget(login);
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

	private <Q, A> List<Reply<A>> replies(EtcdSession session, CompletableFuture<Metadata> login,
			MethodDescriptor<Q, A> method, List<Q> requests, CallBudget budget) {
		List<Reply<A>> replies = new ArrayList<>(requests.size());
		Metadata headers;
		try {
			headers = budget.await(login);
		}
		catch (ExecutionException | TimeoutException ex) {
			Reply<A> failed = failed("Authenticate", session, budget, cause(ex));
			requests.forEach((request) -> replies.add(failed));
			return replies;
		}
		List<CompletableFuture<A>> answers = requests.stream()
			.map((request) -> session.call(method, request, headers, budget.nanosLeft()))
			.toList();
		for (CompletableFuture<A> answer : answers) {
			try {
				replies.add(new Reply<>(budget.await(answer), null));
			}
			catch (ExecutionException | TimeoutException ex) {
				replies.add(failed(method.getBareMethodName(), session, budget, cause(ex)));
			}
		}
		return replies;
	}

	private static <A> Reply<A> failed(@Nullable String call, EtcdSession session, CallBudget budget,
			Throwable failure) {
		return new Reply<>(null,
				EtcdFailures.ofCall(String.valueOf(call), session.toString(), budget.timeout(), failure));
	}

	private static Throwable cause(Exception failure) {
		Throwable cause = failure.getCause();
		return (failure instanceof ExecutionException && cause != null) ? cause : failure;
	}

	private static <A> @Nullable Throwable commonFailure(List<Reply<A>> replies) {
		Throwable last = null;
		for (Reply<A> reply : replies) {
			if (reply.failure() == null) {
				return null;
			}
			last = reply.failure().getCause();
		}
		return last;
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
			throw (this.failure != null) ? this.failure : new LeaseStoreException("etcd did not answer");
		}

	}

}
