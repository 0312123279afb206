/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallHistoryTests {

	private static final ElectionKey KEY = new ElectionKey("space", "e");

	private static final Nonce NONCE = new Nonce(1, 2);

	private static final String NONCE_TEXT = "00000000000000010000000000000002";

	private final StringBuilder text = new StringBuilder();

	private final CallHistory calls = new CallHistory(this.text::append);

	@Test
	void eachCommandIsALineWithItsArguments() {
		Acquire acquire = new Acquire(KEY, "c", NONCE, Duration.ofSeconds(1), 4, 9, Instant.EPOCH, Map.of());
		long first = this.calls.invoked(5,
				List.of(acquire, new Renew(KEY, NONCE, 7), new Release(KEY, NONCE, 8), new Observe(KEY)));
		assertThat(first).isZero();
		assertThat(this.text.toString().lines()).containsExactly(
				"call\t5\t0\tspace/e\tacquire\t" + NONCE_TEXT + "\t4\t9",
				"call\t5\t1\tspace/e\trenew\t" + NONCE_TEXT + "\t7\t0",
				"call\t5\t2\tspace/e\trelease\t" + NONCE_TEXT + "\t8\t0", "call\t5\t3\tspace/e\tobserve\t-\t0\t0");
		assertThat(this.calls.invoked(6, List.of(new Observe(KEY)))).isEqualTo(4);
	}

	@Test
	void eachOutcomeIsALineWithTheNumberOfItsCall() {
		this.calls.returned(6, 3,
				List.of(new Outcome.Granted(7, Duration.ofNanos(20), Duration.ofNanos(3)),
						new Outcome.Leased("c", Instant.EPOCH, 8, Duration.ofNanos(2), Duration.ZERO, Map.of()),
						new Outcome.Free(9, true), new Outcome.Free(10, false), new Outcome.Lost(),
						new Outcome.Released(), new Outcome.Unknown(new IllegalStateException())));
		assertThat(this.text.toString().lines()).containsExactly("return\t6\t3\tgranted\t7\t20\t3\t-",
				"return\t6\t4\tleased\t8\t2\t0\t-", "return\t6\t5\tfree\t9\t0\t0\treleased",
				"return\t6\t6\tfree\t10\t0\t0\t-", "return\t6\t7\tlost\t0\t0\t0\t-",
				"return\t6\t8\treleased\t0\t0\t0\t-", "return\t6\t9\tunknown\t0\t0\t0\t-");
	}

	@Test
	void aDeletionIsACommandOfNobody() {
		this.calls.drift(0.25);
		this.calls.deleted(7, KEY);
		assertThat(this.text)
			.hasToString("drift\t0.25\ncall\t7\t0\tspace/e\tdelete\t-\t0\t0\nreturn\t7\t0\tdeleted\t0\t0\t0\t-\n");
	}

}
