/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.time.Duration;

import io.leaderelection.benchmarks.load.LoadStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link DistributionArguments}.
 */
class DistributionArgumentsTests {

	@Test
	void allIsMeasuredByDefault() {
		DistributionArguments arguments = DistributionArguments.parse();
		assertThat(arguments.stores()).containsExactly(LoadStore.REDIS, LoadStore.POSTGRES);
		assertThat(arguments.scenarios()).containsExactly("spread", "many", "preferred", "round-trips", "calls");
		assertThat(arguments.elections()).isEqualTo(99);
		assertThat(arguments.spreadDelay()).isZero();
		assertThat(arguments.picture()).isNull();
	}

	@Test
	void argumentsAreParsed() {
		DistributionArguments arguments = DistributionArguments.parse("stores=redis", "scenarios=calls,spread",
				"elections=30", "quiet=10m", "call=90s", "picture=a.svg");
		assertThat(arguments.stores()).containsExactly(LoadStore.REDIS);
		assertThat(arguments.scenarios()).containsExactly("calls", "spread");
		assertThat(arguments.elections()).isEqualTo(30);
		assertThat(arguments.quiet()).isEqualTo(Duration.ofMinutes(10));
		assertThat(arguments.call()).isEqualTo(Duration.ofSeconds(90));
		assertThat(arguments.picture()).hasToString("a.svg");
	}

	@Test
	void invalidArgumentsAreRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> DistributionArguments.parse("scenarios=evn"))
			.withMessageContaining("Unknown scenario 'evn'");
		assertThatIllegalArgumentException().isThrownBy(() -> DistributionArguments.parse("elections=2"))
			.withMessageContaining("Use 3 or more");
		assertThatIllegalArgumentException().isThrownBy(() -> DistributionArguments.parse("elections=many"))
			.withMessageContaining("Use a whole number");
		assertThatIllegalArgumentException().isThrownBy(() -> DistributionArguments.parse("quite=1m"))
			.withMessageContaining("Unknown argument quite");
		assertThatIllegalArgumentException().isThrownBy(() -> DistributionArguments.parse("quiet"))
			.withMessageContaining("name=value");
	}

}
