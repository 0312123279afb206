/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import io.leaderelection.guard.CallCompanion;
import io.leaderelection.guard.GuardFeature;
import io.leaderelection.guard.OnLeaderMethod;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

/**
 * Decides, inside the guard, whether a call runs a tick.
 *
 * @param ticks the jobs
 */
record TickGuards(TickJobs ticks) implements GuardFeature {

	@Override
	public CallCompanion.@Nullable OfMethod companion(OnLeaderMethod method, GuardedElection election) {
		return this.ticks.job(method.method(), method.type());
	}

}
