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
import io.leaderelection.work.DetachableCall;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that may return before its work is complete. The guard covers the call
 * and then the work, until the returned future is done.
 */
final class GuardedFutureMethod implements GuardedMethod {

	private final Guard guard;

	/** Whether the caller accepts any {@link CompletableFuture}. */
	private final boolean anyFuture;

	/** Whether the declared return type is a stage. */
	private final boolean stage;

	private final ReturnedWork work;

	GuardedFutureMethod(Guard guard, Class<?> returned, ReturnedWork work) {
		this.guard = guard;
		this.anyFuture = returned.isAssignableFrom(CompletableFuture.class);
		this.stage = CompletionStage.class.isAssignableFrom(returned);
		this.work = work;
	}

	@Override
	public @Nullable Object call(MethodInvocation invocation) throws Throwable {
		DetachableCall entered = this.guard.enter();
		if (entered == null) {
			return refuse();
		}
		DetachableCall call = this.guard.admit(entered);
		if (call == null) {
			return this.guard.skipValue().get();
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
			// The stage of a library failed, or a plain future was refused
			call.close();
			throw ex;
		}
	}

	private @Nullable Object refuse() {
		if (!this.anyFuture || !this.stage) {
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
		if (!done && result instanceof Future<?> future && !future.isDone()) {
			future.cancel(true);
			throw new IllegalStateException(this.guard.method() + " returned " + future.getClass().getName()
					+ ", a Future that does not report when its work is done, so it cannot be guarded. It was cancelled. "
					+ ReturnedWork.PLAIN_FUTURE.action());
		}
		this.guard.leave(call);
		return (!done && result != null) ? this.work.guardLater(this.guard, result) : result;
	}

}
