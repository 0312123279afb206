/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.leaderelection.LeaderElection;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Guards each call by the election that a route chooses.
 */
final class RoutedMethod implements GuardedMethod {

	private final CallRoute route;

	private final Function<LeaderElection, GuardedMethod> guards;

	private final Map<String, GuardedMethod> known = new ConcurrentHashMap<>();

	/**
	 * Creates the method.
	 * @param route chooses the election of each call
	 * @param guards guards the method by an election
	 */
	RoutedMethod(CallRoute route, Function<LeaderElection, GuardedMethod> guards) {
		this.route = route;
		this.guards = guards;
	}

	@Override
	public @Nullable Object call(MethodInvocation invocation) throws Throwable {
		LeaderElection election = this.route.election(invocation.getThis(), invocation.getArguments());
		return this.known.computeIfAbsent(election.name(), (absent) -> this.guards.apply(election)).call(invocation);
	}

}
