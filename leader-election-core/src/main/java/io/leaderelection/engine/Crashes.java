/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.protocol.Standing;
import org.jspecify.annotations.Nullable;

/**
 * The crashes of an election since the store last answered. Used only by the loop.
 */
final class Crashes {

	/**
	 * The longest time after a crash in which not to contend, if the lease is shorter.
	 */
	private static final Duration LONGEST_AWAY = Duration.ofSeconds(30);

	private final long leastAway;

	/** The state in which a step threw, until the election starts anew. */
	@Nullable Standing in;

	/** Whether the term of the crash was ended. */
	boolean ended;

	/** How often the election started anew. */
	int starts;

	Crashes(long leastAway) {
		this.leastAway = leastAway;
	}

	/** Returns how long not to contend, in nanoseconds. */
	long away() {
		return Math.min(this.leastAway << Math.min(this.starts, 10), Math.max(this.leastAway, LONGEST_AWAY.toNanos()));
	}

}
