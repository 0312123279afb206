/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

/**
 * A feature of guarded methods: it checks them, accompanies their calls, or chooses the
 * election of each call.
 */
public interface GuardFeature {

	/**
	 * Checks a method once all singletons exist.
	 * @param method the method
	 * @throws io.leaderelection.scan.InvalidLeaderAnnotationException if its annotation
	 * is not valid
	 */
	default void check(OnLeaderMethod method) {
	}

	/**
	 * Returns what accompanies the calls of a method. Called once for each election that
	 * guards the method, before the first call.
	 * @param method the method
	 * @param election the election that guards the calls
	 * @return the companion, or {@code null}
	 */
	default CallCompanion.@Nullable OfMethod companion(OnLeaderMethod method, GuardedElection election) {
		return null;
	}

	/**
	 * Returns what chooses the election of each call. Must not look up the elections,
	 * because a reactive method may be called before they exist.
	 * @param method the method
	 * @return the route, or {@code null} if the election of the annotation guards all
	 * calls
	 */
	default @Nullable CallRoute route(OnLeaderMethod method) {
		return null;
	}

}
