/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The time that a job needs to stop after it is notified.
 */
enum Stopping {

	/** Needs longer than most leases. */
	SLOW(Duration.ofSeconds(5)),

	/** Needs far less than the wide safety margin. */
	QUICK(Duration.ofMillis(200)),

	/** Returns at once. */
	AT_ONCE(Duration.ZERO),

	/** Continues until the test ends it, even if it is interrupted. */
	NEVER(null);

	private final @Nullable Duration time;

	Stopping(@Nullable Duration time) {
		this.time = time;
	}

	/** Returns whether the job is over, a time after it was notified. */
	boolean isOver(Duration since) {
		return this.time != null && since.compareTo(this.time) >= 0;
	}

	/**
	 * Returns the time needed.
	 * @throws IllegalStateException if there is no such time
	 */
	Duration time() {
		if (this.time == null) {
			throw new IllegalStateException("This job never ends by itself");
		}
		return this.time;
	}

}
