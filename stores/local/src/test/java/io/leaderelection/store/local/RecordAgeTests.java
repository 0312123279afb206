/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;

import io.leaderelection.testkit.ManualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordAgeTests {

	private final ManualTime time = new ManualTime();

	private final RecordAge age = new RecordAge(this.time.wallClock(), this.time.ticker());

	private final long writtenAt = this.time.wallClock().millis();

	@Test
	void recordGrowsOlderWithTheClocks() {
		assertThat(age()).isZero();
		this.time.advance(Duration.ofSeconds(4));
		assertThat(age()).isEqualTo(Duration.ofSeconds(4));
	}

	@Test
	void fractionOfMillisecondIsNotCounted() {
		this.time.advance(Duration.ofMillis(1));
		assertThat(age()).isZero();
	}

	@Test
	void stepBackOfTheWallClockMakesNothingYounger() {
		this.time.advance(Duration.ofSeconds(2));
		Duration first = age();
		this.time.wallClock().advance(Duration.ofDays(-1));
		assertThat(age()).isEqualTo(first);
		this.time.advance(Duration.ofSeconds(4));
		assertThat(age()).isEqualTo(first.plusSeconds(4));
	}

	@Test
	void stepBackBeforeTheFirstReadingCountsFromIt() {
		this.time.wallClock().advance(Duration.ofDays(-1));
		assertThat(age()).isZero();
		this.time.advance(Duration.ofSeconds(15));
		assertThat(age()).isEqualTo(Duration.ofSeconds(15));
	}

	@Test
	void stepForwardMakesItOlder() {
		this.time.wallClock().advance(Duration.ofSeconds(11));
		assertThat(age()).isGreaterThanOrEqualTo(Duration.ofMillis(10_999));
	}

	@Test
	void newRecordRestartsTheAge() {
		assertThat(age()).isZero();
		this.time.wallClock().advance(Duration.ofDays(-1));
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.age.of(this.writtenAt + 1)).isZero();
	}

	private Duration age() {
		return this.age.of(this.writtenAt);
	}

}
