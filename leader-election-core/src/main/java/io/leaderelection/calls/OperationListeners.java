/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.ForeignCode;

/**
 * Calls several listeners. An exception of one of them affects neither the others, nor
 * the loop, nor a call to the store.
 */
final class OperationListeners implements OperationListener {

	private final List<OperationListener> listeners;

	private final AsyncLog log;

	private final AtomicBoolean logged = new AtomicBoolean();

	OperationListeners(List<OperationListener> listeners, AsyncLog log) {
		this.listeners = listeners;
		this.log = log;
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		each(this.listeners, (listener) -> listener.completed(operation, outcome, took));
	}

	@Override
	public Call begin(String operation, int commands) {
		List<Call> calls = new ArrayList<>(0);
		each(this.listeners, (listener) -> {
			Call call = listener.begin(operation, commands);
			if (call != null) {
				calls.add(0, call);
			}
		});
		return (failure) -> each(calls, (call) -> call.end(failure));
	}

	private <T> void each(List<T> called, Consumer<T> action) {
		for (T one : called) {
			Throwable thrown = ForeignCode.call(action, one);
			if (thrown != null && this.logged.compareAndSet(false, true)) {
				this.log.warn("Operation listener {} failed. Later failures are not logged", one.getClass().getName(),
						thrown);
			}
		}
	}

}
