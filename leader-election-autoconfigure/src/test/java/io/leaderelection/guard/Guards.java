/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.GuardedElection;

/**
 * Guards that skip calls if this instance does not lead.
 */
public final class Guards {

	private Guards() {
	}

	public static Guard of(GuardedElection election, Duration waitForLeader, GuardObserver.Recorder recorder) {
		return new Guard("job", election, Otherwise.SKIP, waitForLeader, OnLoss.INTERRUPT, () -> null, recorder,
				new VacancyLog(() -> 0, true), null, null, null);
	}

}
