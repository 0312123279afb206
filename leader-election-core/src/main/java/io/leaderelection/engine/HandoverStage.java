/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.LeadershipContext;

/**
 * The end of a handover. A handover waits for listeners and guarded work, so waiting for
 * it there would be waiting for oneself: that throws instead.
 */
final class HandoverStage extends CompletableFuture<Void> {

	@Override
	public Void join() {
		check();
		return super.join();
	}

	@Override
	public Void get() throws InterruptedException, ExecutionException {
		check();
		return super.get();
	}

	@Override
	public Void get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
		check();
		return super.get(timeout, unit);
	}

	private void check() {
		if (!isDone() && (EventDispatcher.isDelivering() || LeadershipContext.get() != null)) {
			throw new IllegalStateException("A handover cannot be waited for inside a listener or guarded work: "
					+ "it waits for them to end. Return, and attach what comes next to the stage");
		}
	}

}
