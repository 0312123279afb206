/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import io.leaderelection.store.Nonce;

/**
 * Chance, as a collaborator of the state machine, so that a simulation can repeat it.
 */
public interface Entropy {

	/**
	 * Draws the nonce of an attempt at a term.
	 * @return a nonce that was never drawn before
	 */
	Nonce nonce();

	/**
	 * Draws a fraction for jitter.
	 * @return a number from 0 inclusive to 1 exclusive
	 */
	double jitter();

}
