/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RunArguments}.
 */
class RunArgumentsTests {

	private static RunArguments parse(String... arguments) {
		return RunArguments.parse(arguments, Path.of("default.svg"));
	}

	@Test
	void everythingRunsByDefault() {
		RunArguments arguments = parse();
		assertThat(arguments.stores()).containsExactly(Store.values());
		assertThat(arguments.scenarios()).containsExactly(Scenario.values());
		assertThat(Contenders.all()).allMatch(arguments::includes);
		assertThat(arguments.output()).isEqualTo(Path.of("default.svg"));
	}

	@Test
	void selectsNamedScenarios() {
		RunArguments arguments = parse("stores=redis,local", "contenders=leader-election", "rounds=7", "lease=3s",
				"redis=4711");
		assertThat(arguments.stores()).containsExactly(Store.REDIS, Store.LOCAL);
		assertThat(Contenders.all().stream().filter(arguments::includes).map(Contender::name).distinct())
			.isEqualTo(List.of("leader-election"));
		assertThat(arguments.rounds()).isEqualTo(7);
		assertThat(arguments.lease()).isEqualTo(Duration.ofSeconds(3));
		assertThat(arguments.ports()).isEqualTo(Map.of(Store.REDIS, 4711));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			value = { "rounds | 'rounds' is not of the form name=value", "rounds=many | rounds is 'many'",
					"stores=oracle | Unknown store 'oracle'", "scenarios=flood | 'flood'",
					"round=3 | Unknown argument round" })
	void unknownArgumentIsRefused(String argument, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(argument)).withMessageContaining(message);
	}

	@Test
	void quantilesAreByNearestRank() {
		double[] sorted = { 1, 2, 3, 4 };
		assertThat(Results.quantile(sorted, 0.5)).isEqualTo(2);
		assertThat(Results.quantile(sorted, 0.9)).isEqualTo(4);
		assertThat(Results.quantile(sorted, 0)).isEqualTo(1);
		assertThat(Results.quantile(new double[0], 0.5)).isNaN();
	}

}
