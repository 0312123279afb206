/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

/**
 * The outcome of a tick, as meters count it.
 */
public enum TickOutcome {

	/** It was run when it fell. */
	RUN,

	/** It fell while nobody led, and was run later. */
	CAUGHT_UP,

	/** Its run had been interrupted, and it was begun again. */
	REPEATED,

	/**
	 * Nobody ran it to its end, and nobody will: it fell while nobody led, or its run was
	 * interrupted, and it is too late, was replaced by a newer tick, or is not to be run.
	 */
	MISSED,

	/** It fell into a longer run of the same job on the same leader. */
	OVERRUN,

	/** A call came for it after it was run, or while it ran. */
	ALREADY_DONE,

	/** It was begun as often as is allowed, and never finished. */
	GIVEN_UP,

	/**
	 * The record has a tick that lies far in the future: a leader's clock was wrong. The
	 * job goes on from the present tick.
	 */
	CLOCK

}
