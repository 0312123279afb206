/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.CallHistory;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.InMemoryLeaseStore;
import io.leaderelection.testkit.ManualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RecordedStoreTests {

	private static final ElectionKey KEY = new ElectionKey("space", "e");

	private static final Nonce NONCE = new Nonce(1, 2);

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private final StringBuilder text = new StringBuilder();

	private final CallHistory calls = new CallHistory(this.text::append);

	@Test
	void everyCallIsRecordedWithItsOutcome() {
		try (LeaseStore store = new RecordedStore(new InMemoryLeaseStore(new ManualTime().wallClock()), this.calls)) {
			Outcome.OfAcquire outcome = store.acquire(List.of(acquire()), TIMEOUT).get(0);
			long token = ((Outcome.Granted) outcome).token();
			store.renew(List.of(new Renew(KEY, NONCE, token)), TIMEOUT);
			store.observe(List.of(KEY), TIMEOUT);
			store.release(List.of(new Release(KEY, NONCE, token)), TIMEOUT);
			store.observe(List.of(KEY), TIMEOUT);
		}
		assertThat(this.text.toString().lines().map((line) -> line.split("\t")).map(RecordedStoreTests::kind))
			.containsExactly("0 acquire", "0 granted", "1 renew", "1 granted", "2 observe", "2 leased", "3 release",
					"3 released", "4 observe", "4 free");
	}

	@Test
	void aCallThatThrowsHasNoOutcome() {
		LeaseStore store = new RecordedStore(new Unreachable(), this.calls);
		assertThatIllegalStateException().isThrownBy(() -> store.acquire(List.of(acquire()), TIMEOUT));
		assertThat(this.text.toString().lines()).singleElement().asString().startsWith("call\t");
	}

	@Test
	void aCallThatCannotBeRecordedIsNotSent() {
		LeaseStore memory = new InMemoryLeaseStore(new ManualTime().wallClock());
		LeaseStore store = new RecordedStore(memory, new CallHistory((lines) -> {
			throw new IllegalStateException("no memory");
		}));
		assertThatIllegalStateException().isThrownBy(() -> store.acquire(List.of(acquire()), TIMEOUT));
		assertThat(memory.observe(List.of(KEY), TIMEOUT)).first().isInstanceOf(Outcome.Free.class);
	}

	private static String kind(String[] fields) {
		return fields[2] + " " + fields[fields[0].equals("call") ? 4 : 3];
	}

	private static Acquire acquire() {
		return new Acquire(KEY, "c", NONCE, Duration.ofSeconds(1), LeaseStore.ABSENT, 0, Instant.EPOCH, Map.of());
	}

	/** Each call fails. */
	private static final class Unreachable implements LeaseStore {

		@Override
		public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
			throw new IllegalStateException("no connection");
		}

		@Override
		public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			throw new IllegalStateException("no connection");
		}

		@Override
		public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
			throw new IllegalStateException("no connection");
		}

		@Override
		public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
			throw new IllegalStateException("no connection");
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener) {
			return Watch.NONE;
		}

	}

}
