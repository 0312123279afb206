/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests notifications of a real server, and listeners that throw.
 */
@Tag("server")
class PostgresNotificationsIT extends FaultFixture {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Test
	void failingListenerAffectsNoOtherAndContinues() throws Exception {
		WatchedNotifications other = new WatchedNotifications();
		ThrowingListener throwing = new ThrowingListener();
		Contender leader = contender("first").win("a", "b");
		try (LeaseStore store = storeFactory(database().source()).open();
				LeaseStore.Watch first = store.watch(this.namespace, throwing);
				LeaseStore.Watch second = store.watch(this.namespace, other)) {
			assertThat(List.of(first, second)).doesNotContain(LeaseStore.Watch.NONE);
			throwing.received.await("live true");
			other.await("live true");
			for (String election : List.of("a", "b")) {
				assertThat(leader.release(TIMEOUT, List.of(election)).get(0)).isEqualTo(new Outcome.Released());
				throwing.received.await("notification " + election);
				other.await("notification " + election);
			}
		}
	}

	private static final class ThrowingListener implements LeaseStore.NotificationListener {

		private final WatchedNotifications received = new WatchedNotifications();

		@Override
		public void notified(String election) {
			this.received.notified(election);
			throw new AssertionError("notification " + election);
		}

		@Override
		public void live(boolean live) {
			this.received.live(live);
			throw new AssertionError("live " + live);
		}

	}

}
