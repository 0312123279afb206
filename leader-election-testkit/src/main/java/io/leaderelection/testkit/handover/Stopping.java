/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.handover;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The reaction of a job to being asked to stop. None of them breaks off.
 */
enum Stopping {

	/** Needs longer than most leases. */
	SLOW(Duration.ofSeconds(5)),

	/** Needs far less than the wide safety margin. */
	QUICK(Duration.ofMillis(200)),

	/** Returns at once. */
	AT_ONCE(Duration.ZERO),

	/** Works on until the test lets it end, whatever interrupts it. */
	NEVER(null);

	private final @Nullable Duration time;

	Stopping(@Nullable Duration time) {
		this.time = time;
	}

	/** Whether the job is over, so long after it was asked to stop. */
	boolean isOver(Duration since) {
		return this.time != null && since.compareTo(this.time) >= 0;
	}

	/**
	 * The time needed.
	 * @throws IllegalStateException if there is no such time
	 */
	Duration time() {
		if (this.time == null) {
			throw new IllegalStateException("This job never ends by itself");
		}
		return this.time;
	}

}
