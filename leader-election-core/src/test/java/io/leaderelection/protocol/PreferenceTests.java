/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Preference} and {@link BidLimits}.
 */
class PreferenceTests {

	private static final Preference HIGH = new Preference(7, true, Duration.ZERO);

	@Test
	void instancesSeeThePriorityAndALimitThatIsSet() {
		Map<String, String> metadata = Map.of("zone", "a");
		assertThat(HIGH.in(metadata, BidLimits.UNLIMITED)).isEqualTo(Map.of("zone", "a", "priority", "7"));
		assertThat(HIGH.in(metadata, 3)).isEqualTo(Map.of("zone", "a", "priority", "7", "max-led", "3"));
	}

	@Test
	void numberThatIsAbsentHasADefaultAndGarbageHasNone() {
		Map<String, String> metadata = Map.of("priority", "7", "max-led", "many");
		assertThat(Preference.number(metadata, "priority", 1)).isEqualTo(7);
		assertThat(Preference.number(metadata, "other", 1)).isOne();
		assertThat(Preference.number(metadata, "max-led", 1)).isNull();
	}

	@Test
	void valuesThatCannotBeKeptAreRefusedByName() {
		Duration negative = Duration.ofNanos(-1);
		assertThatIllegalArgumentException().isThrownBy(() -> new Preference(0, false, negative))
			.withMessageContaining("preempt-after");
		assertThatIllegalArgumentException().isThrownBy(() -> new BidLimits(1, negative))
			.withMessageContaining("spread-delay");
		assertThatIllegalArgumentException().isThrownBy(() -> new BidLimits(0, Duration.ZERO))
			.withMessageContainingAll("max-led", "0");
		assertThat(new BidLimits(1, Duration.ZERO).maxLed()).isOne();
	}

}
