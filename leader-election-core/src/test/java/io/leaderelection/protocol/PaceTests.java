/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Pace}, in ticker readings.
 */
class PaceTests {

	private static final long RETRY = Rig.TIMING.retryInterval().toNanos();

	private static final long LONG = Duration.ofMinutes(1).toNanos();

	private static Pace pace(String candidate, String election) {
		return pace(candidate, election, 0.5);
	}

	private static Pace pace(String candidate, String election, double jitter) {
		return new Pace(new CandidateProfile(new ElectionKey("orders", election), () -> candidate, Rig.TIMING, Rig.POLL,
				new Entropy() {

					@Override
					public Nonce nonce() {
						return new Nonce(0, 1);
					}

					@Override
					public double jitter() {
						return jitter;
					}

				}, Map::of));
	}

	/** A step-down at the worst moment, in a store without notifications. */
	@ParameterizedTest
	@ValueSource(strings = { "me", "you", "instance-3" })
	void pollIsNeverLaterThanTheRetryInterval(String candidate) {
		Pace pace = pace(candidate, "billing");
		for (long answered = 0; answered < 2 * RETRY; answered += RETRY / 97) {
			long wait = pace.afterHeld(answered, LONG, false);
			assertThat(wait).isGreaterThan(RETRY - RETRY / 4).isLessThanOrEqualTo(RETRY);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "me", "you", "instance-3" })
	void rule20FollowerObservesAtLeastOnceALease(String candidate) {
		Pace pace = pace(candidate, "billing");
		long lease = Duration.ofSeconds(15).toNanos();
		for (long answered = 0; answered < RETRY; answered += RETRY / 97) {
			for (long remaining : new long[] { lease, LONG, Duration.ofDays(365).toNanos(), Long.MAX_VALUE }) {
				assertThat(pace.afterHeld(answered, remaining, true)).isGreaterThan(lease - lease / 100)
					.isLessThanOrEqualTo(lease);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 5, 50, 201, 499 })
	void slowAnswersDoNotChangeThePollingInterval(long answerMillis) {
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
	void electionsOfACandidateArePolledTogether() {
		Pace first = pace("me", "billing");
		Pace second = pace("me", "shipping");
		long together = first.retry(0);
		long later = together + Duration.ofMillis(120).toNanos();
		assertThat(later + second.retry(later)).isEqualTo(together + first.retry(together));
	}

	@Test
	void renewalsThatFailOneAfterAnotherAreRepeatedTogether() {
		long between = Duration.ofMillis(375).toNanos();
		Set<Long> moments = new TreeSet<>();
		int elections = 200;
		for (int i = 0; i < elections; i++) {
			long failed = i * Duration.ofSeconds(1).toNanos() / elections;
			long wait = pace("me", "billing-" + i).afterUnknownRenewal(failed);
			assertThat(wait).isBetween(between, 3 * between);
			moments.add(failed + wait);
		}
		// Failures of one second are repeated within a second, at moments of the grid
		assertThat(moments).hasSizeLessThanOrEqualTo(4);
	}

	/**
	 * The grid does not reduce the chances of a term that is short of time: each wait is
	 * within the bounds of jitter alone, and as long on average.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "me", "you", "instance-3" })
	void repeatedRenewalWaitsForHalfToOneAndAHalfPauses(String candidate) {
		long pause = Duration.ofMillis(750).toNanos();
		int jitters = 100;
		for (long failed = 0; failed < pause; failed += pause / 97) {
			long sum = 0;
			for (int i = 0; i < jitters; i++) {
				long wait = pace(candidate, "billing", (i + 0.5) / jitters).afterUnknownRenewal(failed);
				assertThat(wait).isGreaterThanOrEqualTo(pause / 2).isLessThan(pause + pause / 2);
				sum += wait;
			}
			assertThat(sum / jitters).isCloseTo(pause, Offset.offset(pause / 100));
		}
	}

	@Test
	void candidatesRepeatRenewalsApart() {
		assertThat(pace("me", "billing").afterUnknownRenewal(0))
			.isNotEqualTo(pace("you", "billing").afterUnknownRenewal(0));
	}

	@Test
	void candidatesArePolledApart() {
		assertThat(pace("me", "billing").retry(0)).isNotEqualTo(pace("you", "billing").retry(0));
	}

}
