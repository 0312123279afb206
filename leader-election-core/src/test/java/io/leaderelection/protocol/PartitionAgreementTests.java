/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.time.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PartitionAgreementTests {

	private static final Duration RETRY = Duration.ofSeconds(2);

	private Moment now = new Moment(Long.MAX_VALUE - 1, 0);

	private final PartitionAgreement agreement = new PartitionAgreement(32, RETRY, this.now);

	private void observe(Map<String, String> checkpoints) {
		this.agreement.observed(Checkpoints.of(1, checkpoints), this.now);
	}

	private void observeNumber(String number) {
		observe(Map.of("partitions", number));
	}

	private Duration lookIn() {
		return Duration.ofNanos(this.agreement.lookIn(this.now));
	}

	private void assertKeepsAway() {
		assertThat(this.agreement.isAgreed()).isFalse();
		assertThat(this.agreement.isKeeper()).isFalse();
	}

	@Test
	void nothingIsContendedForBeforeTheFirstAnswer() {
		assertKeepsAway();
		assertThat(this.agreement.different()).isNull();
		assertThat(lookIn()).isZero();
		this.agreement.unanswered(this.now);
		assertKeepsAway();
		assertThat(lookIn()).isEqualTo(RETRY);
	}

	@Test
	void withoutNumberOnlyTheElectionIsContendedFor() {
		observe(Map.of("other", "1"));
		assertThat(this.agreement.isAgreed()).isFalse();
		assertThat(this.agreement.isKeeper()).isTrue();
		assertThat(this.agreement.writes(null)).isTrue();
		assertThat(lookIn()).isEqualTo(RETRY);
	}

	@Test
	void ownNumberOnRecordIsAgreed() {
		observeNumber("32");
		assertThat(this.agreement.isAgreed()).isTrue();
		assertThat(this.agreement.isKeeper()).isTrue();
		assertThat(this.agreement.writes("32")).isFalse();
		assertThat(this.agreement.different()).isNull();
		assertThat(lookIn()).isEqualTo(Duration.ofMinutes(1));
		this.agreement.unanswered(this.now);
		assertThat(this.agreement.isAgreed()).as("while the store does not answer").isTrue();
	}

	/** M13: also a candidate that is granted the election after it saw no number. */
	@Test
	void otherNumberPreventsContentionAndIsKept() {
		observe(Map.of());
		assertThat(this.agreement.writes("16")).isFalse();
		observeNumber("16");
		assertKeepsAway();
		assertThat(this.agreement.different()).isEqualTo("16");
		observeNumber("32");
		assertThat(this.agreement.isAgreed()).isTrue();
		observeNumber("16");
		assertKeepsAway();
		observe(Map.of());
		assertThat(this.agreement.isAgreed()).isFalse();
		assertThat(this.agreement.isKeeper()).isTrue();
	}

	@Test
	void otherNumberIsObservedLessAndLessOften() {
		observeNumber("16");
		assertThat(lookIn()).isEqualTo(RETRY);
		observeNumber("16");
		assertThat(lookIn()).isEqualTo(RETRY.multipliedBy(2));
		for (int i = 0; i < 100; i++) {
			observeNumber("16");
		}
		assertThat(lookIn()).isEqualTo(Duration.ofMinutes(1));
		observeNumber("8");
		assertThat(lookIn()).isEqualTo(RETRY);
		this.agreement.lookAgain(this.now);
		assertThat(lookIn()).isZero();
	}

	@Test
	void retryIntervalIsTheShortestWait() {
		PartitionAgreement slow = new PartitionAgreement(32, Duration.ofHours(1), this.now);
		slow.observed(Checkpoints.of(1, Map.of("partitions", "32")), this.now);
		assertThat(Duration.ofNanos(slow.lookIn(this.now))).isEqualTo(Duration.ofHours(1));
		this.now = new Moment(this.now.ticker() + Duration.ofHours(2).toNanos(), 0);
		assertThat(slow.lookIn(this.now)).isZero();
	}

	@Test
	void unreadableCheckpointsPreventContention() {
		this.agreement.observed(new Checkpoints(1, "garbage"), this.now);
		assertKeepsAway();
		assertThat(this.agreement.different()).isNotNull();
	}

	@Test
	void removedNumberIsNotWrittenAgain() {
		observeNumber("32");
		this.agreement.forget();
		assertKeepsAway();
		observe(Map.of());
		assertKeepsAway();
		assertThat(this.agreement.writes(null)).isFalse();
		observeNumber("32");
		assertThat(this.agreement.isAgreed()).isTrue();
		observe(Map.of());
		assertThat(this.agreement.isKeeper()).isTrue();
	}

	@Test
	void otherNumberIsReplacedOnlyOnRequest() {
		observeNumber("16");
		this.agreement.replace(true);
		assertThat(this.agreement.isAgreed()).isFalse();
		assertThat(this.agreement.isKeeper()).isTrue();
		assertThat(this.agreement.writes("16")).isTrue();
		assertThat(this.agreement.writes("32")).isFalse();
		observeNumber("32");
		assertThat(this.agreement.isAgreed()).isTrue();
		assertThat(this.agreement.writes("16")).as("the request is done").isFalse();
		observeNumber("16");
		this.agreement.replace(true);
		this.agreement.replace(false);
		assertKeepsAway();
	}

}
