/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.LeaderElection;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the election that guards a call.
 */
@FunctionalInterface
public interface CallRoute {

	/**
	 * Returns the election of a call.
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the election
	 * @throws IllegalArgumentException if the call belongs to no election
	 */
	LeaderElection election(@Nullable Object target, @Nullable Object[] arguments);

}
