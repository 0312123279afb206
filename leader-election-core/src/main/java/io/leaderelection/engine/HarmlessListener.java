/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * Calls an operation listener. What the listener throws ends neither a step of the loop
 * nor a call to the store.
 */
final class HarmlessListener implements OperationListener {

	private static final SafeLogger logger = new SafeLogger(StoreCalls.class);

	private final OperationListener listener;

	private final AtomicBoolean logged = new AtomicBoolean();

	HarmlessListener(OperationListener listener) {
		this.listener = listener;
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		logOnce(ForeignCode.call((called) -> called.completed(operation, outcome, took), this.listener));
	}

	@Override
	public @Nullable Call begin(String operation, int commands) {
		AtomicReference<@Nullable Call> begun = new AtomicReference<>();
		logOnce(ForeignCode.call((called) -> begun.set(called.begin(operation, commands)), this.listener));
		Call call = begun.get();
		return (call != null) ? (failure) -> logOnce(ForeignCode.call((called) -> called.end(failure), call)) : null;
	}

	private void logOnce(@Nullable Throwable thrown) {
		if (thrown != null && this.logged.compareAndSet(false, true)) {
			logger.warn("Operation listener {} failed. Later failures are not logged",
					this.listener.getClass().getName(), thrown);
		}
	}

}
