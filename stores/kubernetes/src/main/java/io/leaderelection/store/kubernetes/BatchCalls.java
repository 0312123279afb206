/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;

/**
 * Carries out the commands of a batch beside each other, a bounded number at a time, each
 * with an outcome of its own. One pool for each kind of command, so that a slow kind
 * holds up no other.
 */
final class BatchCalls implements AutoCloseable {

	/** The API server has one object a request, and other clients to serve. */
	static final int CONCURRENT = 8;

	private final WorkerPool workers;

	BatchCalls(TimeSystem time, String kind) {
		this.workers = time.workers("leader-election-kubernetes-" + kind, CONCURRENT);
	}

	<C, O extends Outcome> List<O> each(List<C> batch, CallBudget budget, Function<C, O> call,
			Function<Throwable, O> unknown) {
		if (batch.size() == 1) {
			return List.of(answered(batch.get(0), call, unknown));
		}
		List<CompletableFuture<O>> answers = new ArrayList<>(batch.size());
		for (C command : batch) {
			CompletableFuture<O> answer = new CompletableFuture<>();
			answers.add(answer);
			this.workers.execute(() -> answer.complete(answered(command, call, unknown)));
		}
		return answers.stream().map((answer) -> await(answer, budget, unknown)).toList();
	}

	private static <C, O extends Outcome> O answered(C command, Function<C, O> call, Function<Throwable, O> unknown) {
		try {
			return call.apply(command);
		}
		catch (Throwable ex) {
			return unknown.apply(ex);
		}
	}

	private static <O extends Outcome> O await(CompletableFuture<O> answer, CallBudget budget,
			Function<Throwable, O> unknown) {
		try {
			return answer.isDone() ? answer.join() : budget.await(answer);
		}
		catch (TimeoutException | ExecutionException ex) {
			answer.cancel(true);
			return unknown
				.apply(new LeaseStoreException(
						"The Kubernetes API server did not answer all of a batch within " + budget
								+ ". Look at its load and at the network, or use fewer elections or longer leases",
						ex));
		}
	}

	@Override
	public void close() {
		this.workers.close();
	}

}
