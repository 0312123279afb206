/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.history.Invariant;

/**
 * Thrown if an invariant is violated.
 */
public final class InvariantViolation extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Invariant invariant;

	InvariantViolation(Invariant invariant, String message) {
		super(invariant + ": " + message);
		this.invariant = invariant;
	}

	/**
	 * Returns the violated invariant.
	 * @return the invariant
	 */
	public Invariant invariant() {
		return this.invariant;
	}

}
