/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.store.Nonce;

/**
 * Source of randomness, which a simulation can replace to be repeatable.
 */
public interface Entropy {

	/** The source of randomness of this process. */
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
