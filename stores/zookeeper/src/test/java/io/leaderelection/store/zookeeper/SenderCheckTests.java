/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.io.IOException;
import java.time.Duration;

import org.apache.zookeeper.Testable;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SenderCheckTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	@Test
	@DisplayName("Rule 18: calls that find the same dead sending thread end the session once, because the client may "
			+ "lose the end otherwise")
	void rule18SessionOfADeadSenderIsEndedOnce() throws Exception {
		SenderCheck senders = new SenderCheck();
		try (SilentSession session = new SilentSession(); SilentSession next = new SilentSession()) {
			senders.answered(session, 0);
			long later = Duration.ofMinutes(1).toNanos();
			for (int i = 0; i < 3; i++) {
				senders.unanswered(session, later, later + TIMEOUT.toNanos(), TIMEOUT);
			}
			assertThat(session.ends).isEqualTo(1);
			senders.answered(next, later);
			senders.unanswered(next, 2 * later, 2 * later + TIMEOUT.toNanos(), TIMEOUT);
			assertThat(next.ends).as("of the next session").isEqualTo(1);
		}
	}

	/** A session that seems connected. Nothing listens at its port. */
	private static final class SilentSession extends ZooKeeper {

		private int ends;

		SilentSession() throws IOException {
			super("127.0.0.1:1", 4000, (event) -> {
			});
		}

		@Override
		public States getState() {
			return States.CONNECTED;
		}

		@Override
		public int getSessionTimeout() {
			return 4000;
		}

		@Override
		public Testable getTestable() {
			return new Testable() {

				@Override
				public void injectSessionExpiration() {
					SilentSession.this.ends++;
				}

				@Override
				public void queueEvent(WatchedEvent event) {
					throw new UnsupportedOperationException();
				}

				@Override
				public void closeSocket() {
					throw new UnsupportedOperationException();
				}

			};
		}

	}

}
