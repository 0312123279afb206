/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.guard.CallObserver;
import io.leaderelection.guard.GuardObserver;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.work.TaskObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * Creates the observations of leader election, which
 * {@link LeaderElectionObservationDocumentation} lists.
 */
public class LeaderElectionObservations implements GuardObserver, TaskObserver, LeadershipListener, OperationListener {

	private final Supplier<ObservationRegistry> registry;

	private final Supplier<String> backend;

	private final LeaderElectionObservationConvention convention;

	/** The current handovers by election. */
	private final Map<String, SafeObservation> handovers = new ConcurrentHashMap<>();

	/**
	 * Creates the observations.
	 * @param registry supplies the registry; called at the first observation
	 * @param elections supplies the elections; called at the first call to the store
	 * @param convention the names and key values
	 */
	public LeaderElectionObservations(Supplier<ObservationRegistry> registry, Supplier<LeaderElections> elections,
			LeaderElectionObservationConvention convention) {
		this.registry = SingletonSupplier.of(registry);
		this.backend = SingletonSupplier.of(() -> elections.get().backend().type());
		this.convention = convention;
	}

	private SafeObservation start(LeaderElectionObservationContext context) {
		return start(context, (key) -> null);
	}

	/**
	 * Starts an observation. Its parent is the one in the reactive context, otherwise the
	 * thread's.
	 */
	private SafeObservation start(LeaderElectionObservationContext context,
			Function<Object, @Nullable Object> reactive) {
		return new SafeObservation(context, () -> {
			Observation observation = Observation
				.createNotStarted(this.convention.getName(context), () -> context, this.registry.get())
				.observationConvention(this.convention);
			Object enclosing = reactive.apply(ObservationThreadLocalAccessor.KEY);
			return (enclosing instanceof Observation parent) ? observation.parentObservation(parent) : observation;
		});
	}

	/** Returns a recorder that does nothing: meters count the calls. */
	@Override
	public Recorder forElection(String election) {
		return (outcome) -> {
		};
	}

	@Override
	public @Nullable CallObserver forMethod(Method method, Class<?> type, String election) {
		return ObservationRegistry.NOOP.equals(this.registry.get()) ? null
				: (Function<Object, @Nullable Object> reactive) -> start(
						new GuardedCallObservationContext(method, type, election), reactive);
	}

	@Override
	public LeaderWork observe(String election, String task, LeaderWork work) {
		return (leadership) -> {
			SafeObservation observation = start(new TaskObservationContext(task, leadership));
			try (CallObserver.Scope scope = observation.open()) {
				work.run(leadership);
				observation.end(hasEnded(leadership) ? "ended" : "completed", null);
			}
			catch (Throwable ex) {
				boolean ended = hasEnded(leadership);
				observation.end(ended ? "ended" : "failed", ended ? null : ex);
				throw ex;
			}
		};
	}

	/**
	 * Returns whether the term has ended, or a handover waits for the work. Works on an
	 * interrupted thread, too, and keeps the interrupt.
	 */
	private static boolean hasEnded(Leadership leadership) {
		boolean interrupted = Thread.interrupted();
		try {
			return leadership.awaitEnd(Duration.ZERO);
		}
		catch (InterruptedException ex) {
			return true;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void transitioned(String election, Transition transition) {
		Long token = transition.fencingToken();
		if (transition.to() == ElectionState.DRAINING && token != null) {
			this.handovers.put(election, start(new HandoverObservationContext(election, transition)));
		}
		else if (transition.from() == ElectionState.DRAINING) {
			SafeObservation handover = this.handovers.remove(election);
			if (handover != null) {
				boolean done = transition.cause() == TransitionCause.RELEASED
						|| transition.to() == ElectionState.SUSPENDED;
				handover.end(transition.cause().name(), (done || token == null) ? null
						: new LeadershipLostException(election, token, "It was not released", null));
			}
		}
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		// Meters record the duration
	}

	@Override
	public Call begin(String operation, int commands) {
		SafeObservation observation = start(new StoreCallObservationContext(operation, this.backend.get(), commands));
		CallObserver.Scope scope = observation.open();
		return (failure) -> {
			observation.end((failure != null) ? "failure" : "success", failure);
			scope.close();
		};
	}

}
