/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GoIntervalTests {

	@ParameterizedTest
	@CsvSource({ "@every 60s, 60s", "@every 1h30m, 5400s", "  @EVERY  1m30.5s , 90500ms", "@every 250ms, 250ms",
			"@every .5s, 500ms", "@every 10us, 10000ns", "@every 10\u00b5s, 10000ns", "@every 1s1ns, 1000000001ns" })
	void isReadAsADuration(String text, String duration) {
		assertThat(GoInterval.isInterval(text)).isTrue();
		assertThat(GoInterval.asDuration(text)).isEqualTo(duration);
	}

	@ParameterizedTest
	@ValueSource(strings = { "@every", "@every soon", "@every 0s", "@every 10", "@every 10s later", "@every -10s",
			"@every 9999999999h" })
	void isNoDuration(String text) {
		assertThat(GoInterval.asDuration(text)).isNull();
	}

	@Test
	void othersAreNoIntervals() {
		assertThat(GoInterval.isInterval("@daily")).isFalse();
		assertThat(GoInterval.isInterval("0 0 3 * * *")).isFalse();
	}

}
