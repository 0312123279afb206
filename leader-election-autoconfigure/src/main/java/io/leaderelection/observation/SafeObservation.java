/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.leaderelection.guard.CallObserver;
import io.leaderelection.guard.GuardOutcome;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An observation whose failures do no harm: an exception of the application's handlers,
 * filters or conventions is logged once and not propagated. If a scope cannot be opened
 * or closed, the registry returns to the enclosing scope; a handler that stored the scope
 * itself is not notified. The observation stops when its end is known and all threads
 * have left it. Thread-safe.
 */
final class SafeObservation implements CallObserver.Call {

	private static final Logger logger = LoggerFactory.getLogger(SafeObservation.class);

	private static final AtomicBoolean logged = new AtomicBoolean();

	private final LeaderElectionObservationContext context;

	/** No operation if the observation could not be created. */
	private volatile Observation observation = Observation.NOOP;

	private volatile @Nullable Throwable failure;

	private final AtomicBoolean ended = new AtomicBoolean();

	/** The number of threads in scope, plus one until the end. */
	private final AtomicInteger awaited = new AtomicInteger(1);

	/**
	 * Starts an observation.
	 * @param context the context
	 * @param observation creates the observation
	 */
	SafeObservation(LeaderElectionObservationContext context, Supplier<Observation> observation) {
		this.context = context;
		safely(() -> {
			this.observation = observation.get();
			this.observation.start();
		});
	}

	@Override
	public Map<Object, Object> context() {
		return this.observation.isNoop() ? Map.of() : Map.of(ObservationThreadLocalAccessor.KEY, this.observation);
	}

	@Override
	public CallObserver.Scope open() {
		ObservationRegistry registry = this.observation.getObservationRegistry();
		Observation.Scope enclosing = registry.getCurrentObservationScope();
		AtomicReference<Observation.Scope> scope = new AtomicReference<>(Observation.Scope.NOOP);
		this.awaited.incrementAndGet();
		if (!safely(() -> scope.set(this.observation.openScope()))) {
			registry.setCurrentObservationScope(enclosing);
		}
		return () -> {
			if (!safely(scope.get()::close)) {
				registry.setCurrentObservationScope(enclosing);
			}
			stopIfOver();
		};
	}

	@Override
	public void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure) {
		end((outcome != null) ? outcome.name() : "not_called", failure);
	}

	/**
	 * Ends the observation. Only the first end counts.
	 * @param outcome the outcome
	 * @param failure the error, or {@code null}
	 */
	void end(String outcome, @Nullable Throwable failure) {
		if (this.ended.compareAndSet(false, true)) {
			this.context.setOutcome(outcome.toLowerCase(Locale.ROOT));
			this.failure = failure;
			stopIfOver();
		}
	}

	private void stopIfOver() {
		if (this.awaited.decrementAndGet() == 0) {
			Throwable failure = this.failure;
			if (failure != null) {
				safely(() -> this.observation.error(failure));
			}
			safely(this.observation::stop);
		}
	}

	/** Runs an action and returns whether it succeeded. */
	private static boolean safely(Runnable action) {
		try {
			action.run();
			return true;
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
			return false;
		}
	}

}
