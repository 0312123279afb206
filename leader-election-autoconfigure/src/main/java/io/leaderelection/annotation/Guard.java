/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one guarded method, resolved once.
 *
 * @param method names the method in messages
 * @param election what must be led
 * @param otherwise what happens elsewhere
 * @param waitForLeader how long to wait while nobody leads
 * @param onLoss what happens to a running call when leadership is lost
 * @param skipValue gives what a skipped call returns
 * @param recorder hears of the calls
 * @param vacancyLog logs calls that were skipped while nobody leads
 */
record Guard(String method, LeaderElection election, Otherwise otherwise, Duration waitForLeader, OnLoss onLoss,
		Supplier<@Nullable Object> skipValue, GuardObserver.Recorder recorder, VacancyLog vacancyLog) {
}
