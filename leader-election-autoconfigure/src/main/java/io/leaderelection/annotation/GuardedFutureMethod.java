/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.work.DetachableCall;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * A method that may return while its work goes on: the guard covers the call and then the
 * work, until the future it returned is done.
 */
final class GuardedFutureMethod implements GuardedMethod {

	private final Guard guard;

	/** Whether the caller takes any future. */
	private final boolean anyFuture;

	/** Whether what the caller takes tells that it takes futures. */
	private final boolean futures;

	private final FutureWatch watch;

	GuardedFutureMethod(Guard guard, Class<?> returned, FutureWatch watch) {
		this.guard = guard;
		this.anyFuture = returned.isAssignableFrom(CompletableFuture.class);
		this.futures = Future.class.isAssignableFrom(returned) || CompletionStage.class.isAssignableFrom(returned);
		this.watch = watch;
	}

	@Override
	public @Nullable Object call(MethodInvocation invocation) throws Throwable {
		DetachableCall call = this.guard.enter();
		if (call == null) {
			return refuse();
		}
		Object result;
		try {
			result = invocation.proceed();
		}
		catch (Throwable ex) {
			throw this.guard.failed(call, ex);
		}
		try {
			return goOn(call, result);
		}
		catch (Throwable ex) {
			// Of a future that is none of the JDK's
			call.close();
			throw ex;
		}
	}

	private @Nullable Object refuse() {
		if (!this.anyFuture || !this.futures) {
			return this.guard.refuse();
		}
		NotLeaderException refusal = this.guard.refusal();
		return (refusal != null) ? CompletableFuture.failedFuture(refusal) : this.guard.skipValue().get();
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the caller gets it
	private @Nullable Object goOn(DetachableCall call, @Nullable Object result) {
		boolean done = GuardedStage.isDone(result) && !call.interrupted();
		if (!done && result instanceof CompletionStage<?> stage) {
			boolean wraps = this.anyFuture && this.guard.onLoss() == OnLoss.INTERRUPT;
			return new GuardedStage(this.guard, call, stage).start(wraps);
		}
		if (!done && result instanceof Future<?> future) {
			return new GuardedPlainFuture(this.guard, call, future).start(this.watch);
		}
		this.guard.leave(call);
		return (!done && result != null) ? ReturnedWork.guardLater(this.guard, result) : result;
	}

}
