/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.testkit.ManualTicker;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SightingsTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final ManualTicker ticker = new ManualTicker(Long.MAX_VALUE);

	private final Sightings sightings = new Sightings(this.ticker);

	@Test
	void changeAgesFromItsFirstRead() {
		assertThat(age(1)).isZero();
		this.ticker.advance(SECOND);
		assertThat(age(1)).isEqualTo(SECOND);
		assertThat(age(2)).isZero();
	}

	@Test
	void reportedChangeAgesFromTheReport() {
		age(1);
		this.sightings.changed("/e");
		this.ticker.advance(SECOND);
		assertThat(age(2)).isEqualTo(SECOND);
		this.ticker.advance(SECOND);
		assertThat(age(2)).isEqualTo(SECOND.multipliedBy(2));
		assertThat(age(3)).as("a change that the watch did not report").isZero();
	}

	@Test
	void theLastOfSeveralChangesCounts() {
		age(1);
		this.sightings.changed("/e");
		this.ticker.advance(SECOND);
		this.sightings.changed("/e");
		this.ticker.advance(SECOND);
		assertThat(age(3)).isEqualTo(SECOND);
	}

	@Test
	void reportBeforeAnInterruptionIsIgnored() {
		age(1);
		this.sightings.changed("/e");
		this.sightings.interrupted();
		this.ticker.advance(SECOND);
		assertThat(age(2)).isZero();
	}

	@Test
	void interruptionKeepsTheAgeOfReadChanges() {
		age(1);
		this.ticker.advance(SECOND);
		this.sightings.interrupted();
		assertThat(age(1)).isEqualTo(SECOND);
	}

	@Test
	void missingRecordIsForgotten() {
		age(1);
		this.sightings.forget("/e");
		this.sightings.changed("/e");
		this.ticker.advance(SECOND);
		assertThat(age(1)).isZero();
	}

	private Duration age(long change) {
		return this.sightings.age(new RecordNode("/e", null, 0, change, 0));
	}

}
