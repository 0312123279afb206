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
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.OperationListener;
import io.leaderelection.guard.CallObserver;
import io.leaderelection.guard.GuardObserver;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.work.TaskObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * Makes the observations of leader election, which
 * {@link LeaderElectionObservationDocumentation} lists.
 */
public class LeaderElectionObservations implements GuardObserver, TaskObserver, LeadershipListener, OperationListener {

	private final Supplier<ObservationRegistry> registry;

	private final Supplier<String> backend;

	private final Conventions conventions;

	/** Handovers that are under way, by election. */
	private final Map<String, SafeObservation> handovers = new ConcurrentHashMap<>();

	/**
	 * Creates the observations.
	 * @param registry supplies the registry; asked when something is observed first
	 * @param elections supplies the elections; asked with the first call to the store
	 * @param conventions the application's own conventions
	 */
	public LeaderElectionObservations(Supplier<ObservationRegistry> registry, Supplier<LeaderElections> elections,
			Conventions conventions) {
		this.registry = SingletonSupplier.of(registry);
		this.backend = SingletonSupplier.of(() -> elections.get().backend().type());
		this.conventions = conventions;
	}

	private <C extends OutcomeContext> SafeObservation start(LeaderElectionObservationDocumentation what, C context,
			@Nullable ObservationConvention<C> custom, ObservationConvention<C> standard, @Nullable Object parent) {
		return SafeObservation.start(context, () -> {
			Observation observation = what.observation(custom, standard, () -> context, this.registry.get());
			return (parent instanceof Observation enclosing) ? observation.parentObservation(enclosing) : observation;
		});
	}

	/** Counts nothing: that is done by meters. */
	@Override
	public Recorder forElection(String election) {
		return (outcome) -> {
		};
	}

	@Override
	public @Nullable CallObserver forMethod(Method method, Class<?> type, String election) {
		return ObservationRegistry.NOOP.equals(this.registry.get()) ? null : new Calls(method, type, election);
	}

	@Override
	public LeaderWork observe(String election, String task, LeaderWork work) {
		return (leadership) -> {
			SafeObservation observation = start(LeaderElectionObservationDocumentation.TASK,
					new TaskObservationContext(election, task, leadership.fencingToken()), this.conventions.task(),
					Conventions.TASK, null);
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

	/** Also while a handover waits for the work, which has been interrupted perhaps. */
	private static boolean hasEnded(Leadership leadership) {
		boolean interrupted = Thread.interrupted();
		try {
			return leadership.awaitEnd(Duration.ZERO);
		}
		catch (InterruptedException ex) {
			interrupted = true;
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
			this.handovers.put(election,
					start(LeaderElectionObservationDocumentation.HANDOVER,
							new HandoverObservationContext(election, transition.cause(), token),
							this.conventions.handover(), Conventions.HANDOVER, null));
		}
		else if (transition.from() == ElectionState.DRAINING) {
			SafeObservation handover = this.handovers.remove(election);
			if (handover != null) {
				boolean released = transition.cause() == TransitionCause.RELEASED;
				handover.end(lowerCase(transition.cause()), (released || token == null) ? null
						: new LeadershipLostException(election, token, "It was not released", null));
			}
		}
	}

	private static String lowerCase(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		// Timed by meters
	}

	@Override
	public Call begin(String operation, int commands) {
		SafeObservation observation = start(LeaderElectionObservationDocumentation.STORE_CALL,
				new StoreCallObservationContext(operation, this.backend.get(), commands), this.conventions.storeCall(),
				Conventions.STORE_CALL, null);
		CallObserver.Scope scope = observation.open();
		return (failure) -> {
			observation.end((failure != null) ? "failure" : "success", failure);
			scope.close();
		};
	}

	/**
	 * The application's own conventions, or {@code null} for the default ones.
	 *
	 * @param guardedCall of calls of guarded methods
	 * @param task of runs of tasks
	 * @param handover of handovers
	 * @param storeCall of calls to the store
	 */
	public record Conventions(@Nullable GuardedCallObservationConvention guardedCall,
			@Nullable TaskObservationConvention task, @Nullable HandoverObservationConvention handover,
			@Nullable StoreCallObservationConvention storeCall) {

		private static final GuardedCallObservationConvention GUARDED_CALL = new DefaultGuardedCallObservationConvention();

		private static final TaskObservationConvention TASK = new DefaultTaskObservationConvention();

		private static final HandoverObservationConvention HANDOVER = new DefaultHandoverObservationConvention();

		private static final StoreCallObservationConvention STORE_CALL = new DefaultStoreCallObservationConvention();

	}

	/** Observes the calls of one method. */
	private final class Calls implements CallObserver {

		private final Method method;

		private final Class<?> type;

		private final String election;

		Calls(Method method, Class<?> type, String election) {
			this.method = method;
			this.type = type;
			this.election = election;
		}

		@Override
		public Object key() {
			return ObservationThreadLocalAccessor.KEY;
		}

		@Override
		public Call begin(@Nullable Object enclosing) {
			SafeObservation observation = start(LeaderElectionObservationDocumentation.GUARDED_CALL,
					new GuardedCallObservationContext(this.method, this.type, this.election),
					LeaderElectionObservations.this.conventions.guardedCall(), Conventions.GUARDED_CALL, enclosing);
			return new Call() {

				@Override
				public Scope open() {
					return observation.open();
				}

				@Override
				public Map<Object, Object> context() {
					return observation.context();
				}

				@Override
				public void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure) {
					observation.end((outcome != null) ? lowerCase(outcome) : "not_called", failure);
				}

			};
		}

	}

}
