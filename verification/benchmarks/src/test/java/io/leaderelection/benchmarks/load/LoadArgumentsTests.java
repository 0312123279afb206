/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.time.Duration;

import io.leaderelection.protocol.ElectionTiming;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LoadArgumentsTests {

	@Test
	void everythingHasADefault() {
		LoadArguments arguments = LoadArguments.parse();
		assertThat(arguments.stores()).containsExactly(LoadStore.REDIS, LoadStore.POSTGRES);
		assertThat(arguments.scenarios()).containsExactly(LoadScenario.values());
		assertThat(arguments.elections()).isEqualTo(2000);
		assertThat(arguments.processes()).isEqualTo(60);
	}

	@Test
	void argumentsAreRead() {
		LoadArguments arguments = LoadArguments.parse("stores=postgres", "scenarios=one-process,own", "processes=6",
				"window=5s", "down=1s");
		assertThat(arguments.stores()).containsExactly(LoadStore.POSTGRES);
		assertThat(arguments.scenarios()).containsExactly(LoadScenario.ONE_PROCESS, LoadScenario.OWN);
		assertThat(arguments.processes()).isEqualTo(6);
		assertThat(arguments.window()).isEqualTo(Duration.ofSeconds(5));
		assertThat(arguments.down()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void invalidArgumentsAreReported() {
		assertThatIllegalArgumentException().isThrownBy(() -> LoadArguments.parse("stores=paper"))
			.withMessageContaining("paper");
		assertThatIllegalArgumentException().isThrownBy(() -> LoadArguments.parse("processes=0"))
			.withMessageContaining("processes");
		assertThatIllegalArgumentException().isThrownBy(() -> LoadArguments.parse("speed=9"))
			.withMessageContaining("speed");
		assertThatIllegalArgumentException().isThrownBy(() -> LoadArguments.parse("processes"));
	}

	/**
	 * Three renewals a second and the first attempt after the term has expired, the
	 * notifications of the client, and one poll when notifications return.
	 */
	@Test
	void theBoundFollowsFromTheTiming() {
		ElectionTiming timing = ElectionTiming.builder().build();
		assertThat(LoadStore.POSTGRES.attemptsASecond(timing, 1)).isEqualTo(2 + 3 + 1 + 1);
		assertThat(LoadStore.REDIS.attemptsASecond(timing, 1)).isEqualTo(5 + 3 + 1 + 1);
		// Two batches, each split into at most 21 calls, and the first election
		// separately
		assertThat(LoadStore.POSTGRES.attemptsASecond(timing, 2000)).isEqualTo(2 + (3 * 2 + 3) * 21 + 1);
		assertThat(LoadStore.POSTGRES.requestsASecond(timing, 1)).isEqualTo(10 * 7);
	}

}
