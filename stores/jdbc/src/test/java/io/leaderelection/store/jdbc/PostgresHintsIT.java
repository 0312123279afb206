/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedHints;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Notifications of a real server, and listeners that throw.
 */
@Tag("server")
class PostgresHintsIT extends FaultFixture {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Test
	void connectsAgainAfterAnErrorOfAListener() throws Exception {
		WatchedHints other = new WatchedHints();
		Contender leader = contender("first").win("a", "b");
		try (LeaseStore store = storeFactory(database().source()).open();
				LeaseStore.Watch throwing = store.watch(this.namespace, new ThrowingListener());
				LeaseStore.Watch watching = store.watch(this.namespace, other)) {
			assertThat(List.of(throwing, watching)).doesNotContain(LeaseStore.Watch.NONE);
			other.await("live true");
			assertThat(leader.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
			other.await("live false");
			other.await("live true");
			throwing.close();
			leader.release(TIMEOUT, List.of("b"));
			other.await("hint b");
		}
	}

	private static final class ThrowingListener implements LeaseStore.HintListener {

		@Override
		public void hint(String election) {
			throw new AssertionError("hint " + election);
		}

		@Override
		public void live(boolean live) {
			if (!live) {
				throw new AssertionError("live " + live);
			}
		}

	}

}
