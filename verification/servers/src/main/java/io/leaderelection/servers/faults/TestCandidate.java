/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;

/**
 * A candidate that can renew until a server answers again. Not thread-safe.
 */
public class TestCandidate extends StoreCandidate {

	/** How long a server may take to answer again after a fault. */
	public static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * Creates a candidate.
	 * @param store the store, closed with the candidate
	 * @param name the candidate's id
	 * @param lease the lease duration that it requests
	 */
	public TestCandidate(LeaseStore store, String name, Duration lease) {
		super(store, name, lease);
	}

	@Override
	public TestCandidate timeout(Duration timeout) {
		super.timeout(timeout);
		return this;
	}

	/**
	 * Subscribes.
	 * @return the notifications, which have begun
	 * @throws InterruptedException if interrupted
	 */
	public final WatchedNotifications watch() throws InterruptedException {
		WatchedNotifications notifications = new WatchedNotifications();
		store().watch(key("e").namespace(), notifications);
		notifications.await("live true");
		return notifications;
	}

	/**
	 * Renews until the server answers, with any outcome.
	 * @param election the name of the election
	 * @return the outcome
	 */
	public final Outcome.OfRenew renewWhenReached(String election) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(LeaseStoreException.class)
			.until(() -> renew(election), (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

}
