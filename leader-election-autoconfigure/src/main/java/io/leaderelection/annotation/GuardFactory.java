/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;

import org.springframework.util.function.SingletonSupplier;

/**
 * Resolves guards. Reaches for the elections when the first guard is needed, since advice
 * is prepared before any other bean is.
 */
final class GuardFactory {

	private final OnLeaderMethods methods;

	private final OnLeaderAttributes attributes;

	private final Supplier<LeaderElections> elections;

	private final BooleanSupplier contends;

	private final Supplier<GuardObserver> observer;

	private final StallGuards stalls;

	GuardFactory(OnLeaderMethods methods, OnLeaderAttributes attributes, Supplier<LeaderElections> elections,
			BooleanSupplier contends, Supplier<GuardObserver> observer, StallGuards stalls) {
		this.methods = methods;
		this.attributes = attributes;
		this.elections = elections;
		this.contends = contends;
		this.observer = observer;
		this.stalls = stalls;
	}

	GuardedMethod create(Method method, Class<?> type) {
		Class<?> returned = ReturnedWork.type(method, type);
		return switch (ReturnedWork.of(returned)) {
			// Spring calls reactive methods while beans are made, to subscribe later
			case PIPELINE ->
				new GuardedReactiveMethod(SingletonSupplier.of(() -> guard(method, type, returned)), returned);
			case FUTURE -> new GuardedFutureMethod(guard(method, type, returned), returned);
			case NONE -> new GuardedPlainMethod(guard(method, type, returned));
		};
	}

	private Guard guard(Method method, Class<?> type, Class<?> returned) {
		OnLeader annotation = this.methods.of(method, type);
		String where = OnLeaderAttributes.describe(method, type);
		if (annotation == null) {
			throw new IllegalStateException(where + " is advised but has no @OnLeader");
		}
		String name = this.attributes.election(annotation, where);
		GuardedElection election = GuardedElection.of(join(name));
		return new Guard(where, election, annotation.otherwise(), this.attributes.waitForLeader(annotation, where),
				annotation.onLoss(), SkipValue.of(returned), this.observer.get().forElection(name),
				new VacancyLog(Ticker.system(), this.contends.getAsBoolean()),
				this.stalls.create(where, election, annotation, this.attributes.maxDuration(annotation, where)));
	}

	/**
	 * Joins in any case, so that the election is not left when another part of the
	 * application leaves it.
	 */
	private LeaderElection join(String name) {
		LeaderElections elections = this.elections.get();
		try {
			return elections.join(name).election();
		}
		catch (IllegalStateException ex) {
			// Closed: nothing is led any more
			return elections.find(name).orElseThrow(() -> ex);
		}
	}

}
