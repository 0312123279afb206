/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.Test;

/**
 * Tests a store that sends notifications over the same faults of the network.
 */
public abstract class NotificationFaultsContract extends NetworkFaultsContract {

	/**
	 * Creates the contract.
	 */
	protected NotificationFaultsContract() {
	}

	@Test
	void lostSubscriptionIsReportedAndOpenedAgain() throws Exception {
		WatchedNotifications notifications = this.candidate.watch();
		this.proxy.refuse();
		notifications.await("live false");
		this.proxy.heal();
		notifications.await("live true");
		this.rival.win(this.election);
		this.rival.release(this.election);
		notifications.await("notification " + this.election);
	}

	@Test
	void subscriptionInABlackHoleIsReportedAndOpenedAgain() throws Exception {
		WatchedNotifications notifications = this.candidate.watch();
		this.proxy.blackHole();
		notifications.await("live false");
		this.proxy.heal();
		notifications.await("live true");
	}

}
