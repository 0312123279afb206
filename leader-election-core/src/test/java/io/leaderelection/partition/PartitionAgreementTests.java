/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.time.Duration;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.time.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often {@link PartitionAgreement} looks at the number on record, and when it writes
 * one. What it lets an instance do is in the tests of engines with partitions.
 */
class PartitionAgreementTests {

	private static final Duration RETRY = Duration.ofSeconds(2);

	private Moment now = new Moment(Long.MAX_VALUE - 1, 0);

	private final PartitionAgreement agreement = new PartitionAgreement(32, RETRY, this.now);

	private void observeNumber(String number) {
		this.agreement.observed(Checkpoints.of(1, Map.of("partitions", number)), this.now);
	}

	private Duration lookIn() {
		return Duration.ofNanos(this.agreement.lookIn(this.now));
	}

	@Test
	void ownNumberIsObservedEachMinuteAndOftenerUntilAnAnswer() {
		assertThat(lookIn()).isZero();
		this.agreement.unanswered(this.now);
		assertThat(lookIn()).isEqualTo(RETRY);
		assertThat(this.agreement.isKeeper()).as("before the first answer").isFalse();
		this.agreement.observed(Checkpoints.NONE, this.now);
		assertThat(lookIn()).isEqualTo(RETRY);
		observeNumber("32");
		assertThat(lookIn()).isEqualTo(Duration.ofMinutes(1));
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
	void numberIsWrittenIfNoneIsFoundAndReplacedOnRequest() {
		assertThat(this.agreement.writes(null)).isTrue();
		observeNumber("16");
		assertThat(this.agreement.writes("16")).isFalse();
		this.agreement.replace(true);
		assertThat(this.agreement.writes("16")).isTrue();
		assertThat(this.agreement.writes("32")).isFalse();
		observeNumber("32");
		assertThat(this.agreement.writes("16")).as("the request is done").isFalse();
		this.agreement.forget();
		this.agreement.observed(Checkpoints.NONE, this.now);
		assertThat(this.agreement.isKeeper()).as("removed on request").isFalse();
		assertThat(this.agreement.writes(null)).isFalse();
		observeNumber("32");
		assertThat(this.agreement.writes(null)).as("noted again").isTrue();
	}

	@Test
	void retryIntervalIsTheShortestWait() {
		PartitionAgreement slow = new PartitionAgreement(32, Duration.ofHours(1), this.now);
		slow.observed(Checkpoints.of(1, Map.of("partitions", "32")), this.now);
		assertThat(Duration.ofNanos(slow.lookIn(this.now))).isEqualTo(Duration.ofHours(1));
		this.now = new Moment(this.now.ticker() + Duration.ofHours(2).toNanos(), 0);
		assertThat(slow.lookIn(this.now)).isZero();
	}

}
