/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Arguments}.
 */
class ArgumentsTests {

	@Test
	void everythingRunsByDefault() {
		Arguments arguments = new Arguments();
		assertThat(arguments.scenarios()).containsExactly(Scenario.values());
		assertThat(arguments.stores(Scenario.CRASH)).hasSize(12).doesNotContain(Store.MYSQL);
		assertThat(arguments.stores(Scenario.SPREAD)).containsExactly(Store.REDIS, Store.POSTGRES);
		assertThat(arguments.elections(1, 100)).containsExactly(1, 100);
	}

	@Test
	void argumentsAreParsed() {
		Arguments arguments = new Arguments("stores=redis,local", "scenarios=step-down,spread", "rounds=7", "warm-up=0",
				"lease=3s", "elections=1,10", "quiet=10m");
		assertThat(arguments.scenarios()).containsExactly(Scenario.STEP_DOWN, Scenario.SPREAD);
		assertThat(arguments.stores(Scenario.SPREAD)).containsExactly(Store.REDIS, Store.LOCAL);
		assertThat(arguments.number("rounds", 30)).isEqualTo(7);
		assertThat(arguments.number("warm-up", 100)).isZero();
		assertThat(arguments.duration("lease", "15s")).isEqualTo(Duration.ofSeconds(3));
		assertThat(arguments.duration("quiet", "60s")).isEqualTo(Duration.ofMinutes(10));
		assertThat(arguments.elections(1000)).containsExactly(1, 10);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			value = { "rounds | 'rounds' is not of the form name=value", "rounds=many | rounds is 'many'",
					"elections=0,2 | elections is '0,2'", "stores=oracle | Unknown store 'oracle'",
					"scenarios=flood | Unknown scenario 'flood'", "round=3 | Unknown argument round",
					"lease=soon | 'soon' is not a valid simple duration" })
	void invalidArgumentIsRefused(String argument, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Arguments(argument)).withMessageContaining(message);
	}

	@Test
	void quantilesAreByNearestRank() {
		double[] sorted = { 1, 2, 3, 4 };
		assertThat(Figures.quantile(sorted, 0.5)).isEqualTo(2);
		assertThat(Figures.quantile(sorted, 0.9)).isEqualTo(4);
		assertThat(Figures.quantile(sorted, 0)).isEqualTo(1);
		assertThat(Figures.quantile(new double[0], 0.5)).isNaN();
	}

}
