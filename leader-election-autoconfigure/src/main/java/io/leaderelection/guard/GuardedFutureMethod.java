/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that may return before its work is complete. The guard covers the call
 * and then the work, until the returned future is done.
 */
final class GuardedFutureMethod extends GuardedPlainMethod {

	private final OnLoss onLoss;

	/** Whether the caller accepts any {@link CompletableFuture}. */
	private final boolean anyFuture;

	/** Whether the declared return type is a stage. */
	private final boolean stage;

	private final ReturnedWork work;

	GuardedFutureMethod(Guard guard, Class<?> returned, ReturnedWork work) {
		super(guard);
		this.onLoss = guard.onLoss;
		this.anyFuture = returned.isAssignableFrom(CompletableFuture.class);
		this.stage = CompletionStage.class.isAssignableFrom(returned);
		this.work = work;
	}

	@Override
	@Nullable Object refuse(GuardCall call) {
		if (!this.anyFuture || !this.stage) {
			return super.refuse(call);
		}
		NotLeaderException refusal = call.refusal();
		return (refusal != null) ? CompletableFuture.failedFuture(refusal) : call.guard().skipValue.get();
	}

	@Override
	@Nullable Object returned(GuardCall call, @Nullable Object result) {
		try {
			return goOn(call, result);
		}
		catch (Throwable ex) {
			// The stage of a library failed, or a plain future was refused
			call.close();
			throw ex;
		}
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the caller gets it
	private @Nullable Object goOn(GuardCall call, @Nullable Object result) {
		boolean done = GuardedStage.isDone(result) && !call.interrupted();
		if (!done && result instanceof CompletionStage<?> stage) {
			boolean wraps = this.anyFuture && this.onLoss == OnLoss.INTERRUPT;
			return new GuardedStage(call, stage).start(wraps);
		}
		if (!done && result instanceof Future<?> future && !future.isDone()) {
			future.cancel(true);
			throw new IllegalStateException(call.guard().method + " returned " + future.getClass().getName()
					+ ", a Future that does not report when its work is done, so it cannot be guarded. It was cancelled. "
					+ ReturnedWork.PLAIN_FUTURE.action());
		}
		call.completed();
		return (!done && result != null) ? this.work.guardLater(call.guard(), result) : result;
	}

}
