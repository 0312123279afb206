/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.EnumSet;
import java.util.Set;

import io.leaderelection.TransitionCause;

/**
 * The causes that callers may pass.
 */
final class Causes {

	static final Set<TransitionCause> STEP_DOWN = EnumSet.of(TransitionCause.STEP_DOWN, TransitionCause.STALLED,
			TransitionCause.TASK_FAILED, TransitionCause.INELIGIBLE, TransitionCause.TENURE, TransitionCause.PREEMPTED,
			TransitionCause.REBALANCED);

	static final Set<TransitionCause> WITHHOLD = EnumSet.of(TransitionCause.PAUSED, TransitionCause.INELIGIBLE,
			TransitionCause.PARTITIONS_UNCONFIRMED);

	private Causes() {
	}

	static void check(TransitionCause cause, Set<TransitionCause> legal) {
		if (!legal.contains(cause)) {
			throw new IllegalArgumentException("The cause is " + cause + ". Use one of " + legal);
		}
	}

}
