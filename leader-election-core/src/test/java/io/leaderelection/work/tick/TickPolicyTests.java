/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TickPolicyTests {

	@Test
	void valuesThatCannotBeKeptAreRefusedByName() {
		for (Duration late : new Duration[] { Duration.ZERO, Duration.ofSeconds(-1) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> new TickPolicy(true, late, true, 1))
				.withMessageContainingAll("maxLateness", late.toString());
		}
		assertThatIllegalArgumentException().isThrownBy(() -> new TickPolicy(true, null, true, 0))
			.withMessageContainingAll("maxAttempts", "0");
		assertThat(new TickPolicy(true, Duration.ofNanos(1), true, 1).maxAttempts()).isOne();
	}

}
