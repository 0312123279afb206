/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.engine.OperationListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls several listeners, and keeps what one of them throws from the others.
 */
final class OperationListeners implements OperationListener {

	private static final Logger logger = LoggerFactory.getLogger(OperationListeners.class);

	private final List<OperationListener> listeners;

	private final AtomicBoolean logged = new AtomicBoolean();

	OperationListeners(List<OperationListener> listeners) {
		this.listeners = List.copyOf(listeners);
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		for (OperationListener listener : this.listeners) {
			try {
				listener.completed(operation, outcome, took);
			}
			catch (Throwable ex) {
				logOnce(listener, ex);
			}
		}
	}

	@Override
	public @Nullable Call begin(String operation, int commands) {
		List<Call> calls = new ArrayList<>(this.listeners.size());
		for (OperationListener listener : this.listeners) {
			try {
				Call call = listener.begin(operation, commands);
				if (call != null) {
					calls.add(call);
				}
			}
			catch (Throwable ex) {
				logOnce(listener, ex);
			}
		}
		return calls.isEmpty() ? null : (failure) -> end(calls, failure);
	}

	private void end(List<Call> calls, @Nullable Throwable failure) {
		for (int i = calls.size() - 1; i >= 0; i--) {
			try {
				calls.get(i).end(failure);
			}
			catch (Throwable ex) {
				logOnce(calls.get(i), ex);
			}
		}
	}

	private void logOnce(Object listener, Throwable failure) {
		if (failure instanceof InterruptedException) {
			Thread.currentThread().interrupt();
		}
		if (this.logged.compareAndSet(false, true)) {
			logger.warn("Operation listener {} failed. Later failures are not logged", listener.getClass().getName(),
					failure);
		}
	}

}
