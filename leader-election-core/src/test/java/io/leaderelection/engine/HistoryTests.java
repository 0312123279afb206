/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;

import io.leaderelection.ElectionState;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryTests {

	private final History history = new History();

	@Test
	void transitionThatIsPublishedAgainIsKeptOnce() {
		this.history.add(transition(1));
		this.history.add(transition(1));
		assertThat(this.history.list()).containsExactly(transition(1));
	}

	@Test
	void latestTwentyAreKeptOldestFirst() {
		for (int i = 1; i <= 25; i++) {
			this.history.add(transition(i));
		}
		assertThat(this.history.list()).hasSize(20).startsWith(transition(6)).endsWith(transition(25));
	}

	private static Transition transition(int second) {
		return new Transition(Instant.ofEpochSecond(second), ElectionState.FOLLOWER, ElectionState.LEADER,
				TransitionCause.ACQUIRED, (long) second);
	}

}
