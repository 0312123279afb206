/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.time.Ticker;

/**
 * Resolves guards. Reaches for the elections when the first guard is needed, since advice
 * is prepared before any other bean is.
 */
final class GuardFactory {

	private final OnLeaderMethods methods;

	private final OnLeaderAttributes attributes;

	private final Supplier<LeaderElections> elections;

	private final Supplier<GuardObserver> observer;

	GuardFactory(OnLeaderMethods methods, OnLeaderAttributes attributes, Supplier<LeaderElections> elections,
			Supplier<GuardObserver> observer) {
		this.methods = methods;
		this.attributes = attributes;
		this.elections = elections;
		this.observer = observer;
	}

	Guard create(Method method, Class<?> type) {
		OnLeader annotation = this.methods.of(method, type);
		String where = OnLeaderAttributes.describe(method, type);
		if (annotation == null) {
			throw new IllegalStateException(where + " is advised but has no @OnLeader");
		}
		String name = this.attributes.election(annotation, where);
		LeaderElections elections = this.elections.get();
		LeaderElection election = elections.find(name).orElseGet(() -> elections.join(name));
		return new Guard(where, election, annotation.otherwise(), this.attributes.waitForLeader(annotation, where),
				annotation.onLoss(), SkipValue.of(method.getReturnType()), this.observer.get().forElection(name),
				new VacancyLog(Ticker.system()));
	}

}
