/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;

/**
 * Resolves guards. Reaches for the elections when the first guard is needed, since advice
 * is prepared before any other bean is.
 */
final class GuardFactory {

	private final OnLeaderMethods methods;

	private final OnLeaderAttributes attributes;

	private final GuardContext context;

	private final ReturnedWork work;

	private final StallGuards stalls;

	GuardFactory(OnLeaderMethods methods, OnLeaderAttributes attributes, GuardContext context, ReturnedWork work,
			StallGuards stalls) {
		this.methods = methods;
		this.attributes = attributes;
		this.context = context;
		this.work = work;
		this.stalls = stalls;
	}

	GuardedMethod create(Method method, Class<?> type) {
		Class<?> returned = ReturnedWork.type(method, type);
		return this.work.method(() -> guard(method, type, returned), returned);
	}

	private Guard guard(Method method, Class<?> type, Class<?> returned) {
		OnLeader annotation = this.methods.of(method, type);
		String where = AnnotatedMethods.describe(method, type);
		if (annotation == null) {
			throw new IllegalStateException(where + " is advised but has no @OnLeader");
		}
		String name = this.attributes.election(annotation, where);
		GuardedElection election = GuardedElection.of(join(name));
		return new Guard(where, election, annotation.otherwise(), this.attributes.waitForLeader(annotation, where),
				annotation.onLoss(), SkipValue.of(returned), this.context.observer().forElection(name),
				new VacancyLog(Ticker.system(), this.context.settings().getObject().contends()),
				this.stalls.create(where, election, annotation, this.attributes.maxDuration(annotation, where)),
				this.context.filter(method, type));
	}

	/**
	 * Joins in any case, so that the election is not left when another part of the
	 * application leaves it.
	 */
	private LeaderElection join(String name) {
		LeaderElections elections = this.context.elections().getObject();
		try {
			return elections.join(name).election();
		}
		catch (IllegalStateException ex) {
			// Closed: nothing is led any more
			return elections.find(name).orElseThrow(() -> ex);
		}
	}

}
