/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TickMemoryTests {

	private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");

	private static TickEntry entry(Instant tick, TickEntry.State state) {
		return new TickEntry(tick, state, 7, 1, "AbCd1234");
	}

	@Test
	void recordIsNewerUnlessThisProcessKnowsALaterTickOrAnEnd() {
		TickEntry begun = entry(NOON, TickEntry.State.BEGUN);
		TickEntry finished = entry(NOON, TickEntry.State.FINISHED);
		TickEntry later = entry(NOON.plus(Duration.ofHours(1)), TickEntry.State.BEGUN);
		assertThat(new TickMemory(null, null).newer(begun)).isEqualTo(begun);
		assertThat(new TickMemory(begun, null).newer(later)).isEqualTo(later);
		assertThat(new TickMemory(later, null).newer(finished)).isEqualTo(later);
		assertThat(new TickMemory(begun, null).newer(finished)).as("finished by another").isEqualTo(finished);
		assertThat(new TickMemory(finished, null).newer(begun)).as("its end is not written yet").isEqualTo(finished);
	}

}
