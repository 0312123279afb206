/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * A stage that throws if waiting for it would be a deadlock.
 */
abstract class OwnStage extends CompletableFuture<Void> {

	/**
	 * Returns the reason why the calling thread must not wait, or {@code null} if it may.
	 */
	abstract @Nullable String refusal();

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
		String refusal = isDone() ? null : refusal();
		if (refusal != null) {
			throw new IllegalStateException(refusal);
		}
	}

}
