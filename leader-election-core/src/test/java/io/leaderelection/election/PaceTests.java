/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Pace}, in ticker readings.
 */
class PaceTests {

	private static final long RETRY = Duration.ofSeconds(2).toNanos();

	private static final long LONG = Duration.ofMinutes(1).toNanos();

	private static Pace pace(String candidate, String election) {
		ElectionTiming timing = ElectionTiming.builder()
			.lease(Duration.ofSeconds(15))
			.retryInterval(Duration.ofNanos(RETRY))
			.build();
		return new Pace(
				new CandidateProfile(new ElectionKey("orders", election), candidate, timing, Rig.POLL, new Entropy() {

					@Override
					public Nonce nonce() {
						return new Nonce(0, 1);
					}

					@Override
					public double jitter() {
						return 0.5;
					}

				}, Map::of));
	}

	/** What a store without hints makes of a step-down at the worst moment. */
	@ParameterizedTest
	@ValueSource(strings = { "me", "you", "instance-3" })
	void aPollIsNeverLaterThanTheRetryIntervalAfterAnAnswer(String candidate) {
		Pace pace = pace(candidate, "billing");
		for (long answered = 0; answered < 2 * RETRY; answered += RETRY / 97) {
			long wait = pace.afterHeld(answered, LONG, false);
			assertThat(wait).isGreaterThan(RETRY - RETRY / 4).isLessThanOrEqualTo(RETRY);
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 5, 50, 201, 499 })
	void pollsAreOneRetryIntervalApartHoweverSlowTheAnswers(long answerMillis) {
		Pace pace = pace("me", "billing");
		long answer = Duration.ofMillis(answerMillis).toNanos();
		long polled = pace.retry(4711);
		polled += 4711;
		for (int i = 0; i < 10; i++) {
			long next = polled + answer + pace.retry(polled + answer);
			assertThat(next - polled).isEqualTo(RETRY);
			polled = next;
		}
	}

	@Test
	void electionsThatAreAnsweredOneAfterAnotherArePolledTogether() {
		Pace first = pace("me", "billing");
		Pace second = pace("me", "shipping");
		long together = first.retry(0);
		long later = together + Duration.ofMillis(120).toNanos();
		assertThat(later + second.retry(later)).isEqualTo(together + first.retry(together));
	}

	@Test
	void candidatesArePolledApart() {
		assertThat(pace("me", "billing").retry(0)).isNotEqualTo(pace("you", "billing").retry(0));
	}

}
