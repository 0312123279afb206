/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies several observers. An exception of one recorder affects neither the others nor
 * the guarded call.
 */
final class GuardObservers implements GuardObserver {

	private static final Logger logger = LoggerFactory.getLogger(GuardObservers.class);

	private final List<GuardObserver> observers;

	GuardObservers(List<GuardObserver> observers) {
		this.observers = observers;
	}

	@Override
	public Recorder forElection(String election) {
		return new Recorders(this.observers.stream().map((observer) -> observer.forElection(election)).toList());
	}

	@Override
	public @Nullable CallObserver forMethod(Method method, Class<?> type, String election) {
		return this.observers.stream()
			.map((observer) -> observer.forMethod(method, type, election))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private static final class Recorders implements Recorder {

		private final Recorder[] recorders;

		private final AtomicBoolean logged = new AtomicBoolean();

		Recorders(List<Recorder> recorders) {
			this.recorders = recorders.toArray(Recorder[]::new);
		}

		@Override
		public void record(GuardOutcome outcome) {
			for (Recorder recorder : this.recorders) {
				try {
					recorder.record(outcome);
				}
				catch (Throwable ex) {
					logOnce(recorder, ex);
				}
			}
		}

		private void logOnce(Recorder recorder, Throwable failure) {
			if (failure instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			if (this.logged.compareAndSet(false, true)) {
				try {
					logger.warn("Guard observer {} failed. Later failures are not logged",
							recorder.getClass().getName(), failure);
				}
				catch (Throwable ex) {
					// A failure of the log must not affect the result of the guarded call
				}
			}
		}

	}

}
