/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

/**
 * Receives the violations that a check finds.
 */
@FunctionalInterface
public interface Violations {

	/**
	 * Called for each violation.
	 * @param invariant the violated invariant
	 * @param message what happened, and where
	 */
	void violated(Invariant invariant, String message);

}
