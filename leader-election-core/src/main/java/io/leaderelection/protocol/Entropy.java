/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.store.Nonce;

/**
 * Chance, as a collaborator, so that a simulation can repeat it.
 */
public interface Entropy {

	/** That of this process. */
	Entropy SYSTEM = new Entropy() {

		@Override
		public Nonce nonce() {
			return Nonce.random();
		}

		@Override
		public double jitter() {
			return ThreadLocalRandom.current().nextDouble();
		}

	};

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
