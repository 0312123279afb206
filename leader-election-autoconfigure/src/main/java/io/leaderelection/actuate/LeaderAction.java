/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Arrays;
import java.util.Optional;

/**
 * The actions of the endpoint {@code leader}.
 */
enum LeaderAction {

	/** Hands over leadership; the instance contends again after the cool-down. */
	STEP_DOWN,

	/** Hands over leadership; the instance only observes until it is resumed. */
	PAUSE,

	/** Ends a pause. */
	RESUME,

	/** Suspends the election for all instances; the leader keeps the lease. */
	SUSPEND,

	/** Ends a suspension. */
	UNSUSPEND;

	static Optional<LeaderAction> named(String name) {
		return Arrays.stream(values()).filter((action) -> action.name().equals(name)).findFirst();
	}

}
