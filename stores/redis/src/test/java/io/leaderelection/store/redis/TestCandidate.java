/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.StoreCandidate;
import org.awaitility.Awaitility;

/**
 * Candidate that repeats its commands until the server answers.
 */
final class TestCandidate extends StoreCandidate {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	TestCandidate(LeaseStore store, String name, Duration lease) {
		super(store, name, lease);
	}

	@Override
	public TestCandidate timeout(Duration timeout) {
		super.timeout(timeout);
		return this;
	}

	/** Renews until the server answers, with any outcome. */
	Outcome.OfRenew renewWhenReached(String election) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(LeaseStoreException.class)
			.until(() -> renew(election), (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

}
