/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.testkit.ManualTicker;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BlobAge}.
 */
class BlobAgeTests {

	private static final long MODIFIED = 1_000_000;

	private final ManualTicker ticker = new ManualTicker(0);

	private final BlobAge age = new BlobAge(this.ticker);

	@Test
	void newcomerUsesTheServicesClockRoundedDown() {
		assertThat(age("a", 4)).hasSeconds(3);
		assertThat(age("b", 0)).isZero();
		assertThat(age("c", 1000)).hasSeconds(999);
	}

	@Test
	void observedChangeUsesTheOwnTicker() {
		assertThat(age("a", 0)).isZero();
		this.ticker.advance(Duration.ofMillis(4_500));
		assertThat(age("a", 4)).hasMillis(4_500);
		assertThat(age("b", 0)).as("changed").isZero();
		this.ticker.advance(Duration.ofSeconds(15));
		assertThat(age("b", 0)).as("the service's clock was stepped back").hasSeconds(15);
		assertThat(age("b", 20)).as("it was stepped ahead").hasSeconds(19);
	}

	@Test
	void serviceClockSteppedBackGivesNoNegativeAge() {
		assertThat(age("a", -3600)).isZero();
	}

	@Test
	void olderStateUsesTheServicesClock() {
		Snapshot former = snapshot("a", 4);
		this.age.saw(former);
		this.ticker.advance(Duration.ofSeconds(5));
		this.age.saw(snapshot("b", 9));
		assertThat(this.age.of(former)).hasSeconds(3);
	}

	private Duration age(String etag, int secondsLater) {
		Snapshot snapshot = snapshot(etag, secondsLater);
		this.age.saw(snapshot);
		return this.age.of(snapshot);
	}

	private static Snapshot snapshot(String etag, int secondsLater) {
		return new Snapshot(true, null, etag, false, MODIFIED, MODIFIED + secondsLater * 1000L);
	}

}
