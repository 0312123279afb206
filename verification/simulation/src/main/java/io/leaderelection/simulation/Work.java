/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

/**
 * The work of a term, in one process.
 */
final class Work {

	final long token;

	/** Whether interrupts do not end it. */
	boolean stuck;

	boolean revoked;

	boolean interrupted;

	boolean ended;

	boolean endReported;

	/** Whether it ends only after the calls in its term. */
	boolean waitsForCalls;

	Work(long token, boolean stuck) {
		this.token = token;
		this.stuck = stuck;
	}

}
