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
import io.leaderelection.work.SafeLogger;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * An observation that harms nothing: what handlers, filters and conventions of the
 * application throw is logged once and goes no further. If a scope could not be opened or
 * closed, the registry returns to the enclosing one; a handler that kept the scope for
 * itself is not notified. Stops when its end is known and all threads have left it. Safe
 * to use from any thread.
 */
final class SafeObservation implements CallObserver.Call {

	private static final SafeLogger logger = new SafeLogger(SafeObservation.class);

	private static final AtomicBoolean logged = new AtomicBoolean();

	private final LeaderElectionObservationContext context;

	/** Does nothing if it could not be made. */
	private volatile Observation observation = Observation.NOOP;

	private volatile @Nullable Throwable failure;

	private final AtomicBoolean ended = new AtomicBoolean();

	/** The threads in scope, and the end. */
	private final AtomicInteger awaited = new AtomicInteger(1);

	/**
	 * Starts an observation.
	 * @param context what is known
	 * @param observation makes it
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
	 * It has ended. Only the first end counts.
	 * @param outcome how, in any case
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

	/** Whether it did not throw. */
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
