/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

/**
 * The outcome of a tick, for meters.
 */
public enum TickOutcome {

	/** It was run when it was due. */
	RUN,

	/** It was due while nobody led, and was run later. */
	CAUGHT_UP,

	/** It was run again, because its run had been interrupted. */
	REPEATED,

	/**
	 * It was due while nobody led, or its run was interrupted; and it is not run any
	 * more, because it is too late, a newer tick replaced it, or the policy excludes it.
	 */
	MISSED,

	/** It was due during a longer run of the same job on the same leader. */
	OVERRUN,

	/** A call was made for it after it was run, or while it ran. */
	ALREADY_DONE,

	/** It was begun as often as allowed, and never finished. */
	GIVEN_UP,

	/**
	 * The record has a tick far in the future, because a leader's clock was wrong. The
	 * job continues with the current tick.
	 */
	CLOCK

}
