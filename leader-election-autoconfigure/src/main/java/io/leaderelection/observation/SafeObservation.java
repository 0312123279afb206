/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.guard.CallObserver;
import io.leaderelection.work.SafeLogger;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * An observation that harms nothing: what handlers, filters and conventions of the
 * application throw is logged once and goes no further, and no thread stays in a scope
 * that could not be opened or closed. Stops when its end is known and all threads have
 * left it. Safe to use from any thread.
 */
final class SafeObservation {

	private static final SafeLogger logger = new SafeLogger(SafeObservation.class);

	private static final AtomicBoolean logged = new AtomicBoolean();

	private final OutcomeContext context;

	private final Observation observation;

	private int scopes;

	private boolean ended;

	private @Nullable Throwable failure;

	private SafeObservation(OutcomeContext context, Observation observation) {
		this.context = context;
		this.observation = observation;
	}

	/**
	 * Starts an observation.
	 * @param context what is known
	 * @param observation makes it
	 * @return the observation, which does nothing if it could not be made
	 */
	static SafeObservation start(OutcomeContext context, Callable<Observation> observation) {
		Observation made = safely(observation);
		if (made != null) {
			safely(made::start);
		}
		return new SafeObservation(context, (made != null) ? made : Observation.NOOP);
	}

	/** What the reactive context inside has, by key. */
	Map<Object, Object> context() {
		return this.observation.isNoop() ? Map.of() : Map.of(ObservationThreadLocalAccessor.KEY, this.observation);
	}

	/** Puts it in scope on this thread. */
	CallObserver.Scope open() {
		ObservationRegistry registry = this.observation.getObservationRegistry();
		Observation.Scope enclosing = registry.getCurrentObservationScope();
		synchronized (this) {
			this.scopes++;
		}
		Observation.Scope scope = safely(this.observation::openScope);
		if (scope == null) {
			registry.setCurrentObservationScope(enclosing);
		}
		return () -> {
			if (scope != null && safely(() -> {
				scope.close();
				return true;
			}) == null) {
				registry.setCurrentObservationScope(enclosing);
			}
			close();
		};
	}

	private void close() {
		boolean over;
		synchronized (this) {
			over = --this.scopes == 0 && this.ended;
		}
		if (over) {
			stop();
		}
	}

	/**
	 * It has ended. Only the first end counts.
	 * @param outcome how
	 * @param failure the error, or {@code null}
	 */
	void end(String outcome, @Nullable Throwable failure) {
		boolean over;
		synchronized (this) {
			over = !this.ended && this.scopes == 0;
			if (!this.ended) {
				this.ended = true;
				this.context.setOutcome(outcome);
				this.failure = failure;
			}
		}
		if (over) {
			stop();
		}
	}

	private void stop() {
		Throwable failure = this.failure;
		if (failure != null) {
			safely(() -> this.observation.error(failure));
		}
		safely(() -> {
			this.observation.stop();
			return true;
		});
	}

	/** Returns {@code null} if it throws. */
	private static <T> @Nullable T safely(Callable<T> action) {
		try {
			return action.call();
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			if (logged.compareAndSet(false, true)) {
				logger.warn(
						"An observation of leader election failed: a handler, filter or convention of the "
								+ "application threw. Traces and meters may lack it. Later failures are not logged",
						ex);
			}
			return null;
		}
	}

}
