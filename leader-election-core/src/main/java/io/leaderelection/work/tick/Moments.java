/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The moments at which a job is due: those of its cron expressions, each of them once.
 * Safe to use from any thread.
 */
@FunctionalInterface
public interface Moments {

	/**
	 * Returns the first moment after an instant.
	 * @param after the instant
	 * @return the moment, later than that, or {@code null} if there is none
	 */
	@Nullable Instant next(Instant after);

}
