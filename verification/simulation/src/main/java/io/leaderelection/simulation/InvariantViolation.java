/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.history.Invariant;

/**
 * Thrown if an invariant is violated.
 */
final class InvariantViolation extends RuntimeException {

	private static final long serialVersionUID = 1L;

	final Invariant invariant;

	InvariantViolation(Invariant invariant, String message) {
		super(invariant + ": " + message);
		this.invariant = invariant;
	}

}
