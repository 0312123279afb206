/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;

import io.leaderelection.testkit.ManualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CountdownsTests {

	private final ManualTime time = new ManualTime();

	private final Countdowns countdowns = new Countdowns(this.time.wallClock(), this.time.ticker());

	private final long end = this.time.wallClock().millis() + 10_000;

	@Test
	void countsDownToZero() {
		assertThat(remaining()).isEqualTo(10_000);
		this.time.advance(Duration.ofSeconds(4));
		assertThat(remaining()).isEqualTo(6_000);
		this.time.advance(Duration.ofHours(1));
		assertThat(remaining()).isZero();
	}

	@Test
	void aStepBackOfTheWallClockProlongsNothing() {
		assertThat(remaining()).isEqualTo(10_000);
		this.time.wallClock().advance(Duration.ofDays(-1));
		assertThat(remaining()).isEqualTo(10_000);
		this.time.advance(Duration.ofSeconds(4));
		assertThat(remaining()).isEqualTo(6_000);
		this.time.advance(Duration.ofSeconds(6));
		assertThat(remaining()).isZero();
	}

	@Test
	void aStepBackBeforeTheFirstLookIsCappedToo() {
		this.time.wallClock().advance(Duration.ofDays(-1));
		assertThat(remaining()).isEqualTo(15_000);
		this.time.advance(Duration.ofSeconds(15));
		assertThat(remaining()).isZero();
	}

	@Test
	void aStepForwardEndsIt() {
		this.time.wallClock().advance(Duration.ofSeconds(11));
		assertThat(remaining()).isZero();
	}

	@Test
	void anotherInstantBeginsAnew() {
		assertThat(remaining()).isEqualTo(10_000);
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.countdowns.remaining("e", this.end + 4_000, 15_000)).isEqualTo(10_000);
		assertThat(this.countdowns.remaining("other", this.end, 15_000)).isEqualTo(6_000);
	}

	private long remaining() {
		return this.countdowns.remaining("e", this.end, 15_000);
	}

}
