/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.SplittableRandom;

import io.leaderelection.store.StoreTraits;

/**
 * Parameters that are drawn from a seed, in the order of the fields.
 */
abstract class Draws {

	static final long MILLISECOND = 1_000_000;

	final SplittableRandom random;

	final long lease;

	Draws(SplittableRandom random, long lease) {
		this.random = random;
		this.lease = lease;
	}

	static long oneOf(SplittableRandom random, long... values) {
		return values[random.nextInt(values.length)];
	}

	final boolean oneIn(int number) {
		return this.random.nextInt(number) == 0;
	}

	static StoreTraits traits(boolean guardLocks, boolean push) {
		return new StoreTraits("model", StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(1), false,
				guardLocks, push, true);
	}

}
