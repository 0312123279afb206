/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.TransitionCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastingRequestsTests {

	private final LastingRequests requests = new LastingRequests();

	private void note(Input... inputs) {
		for (Input input : inputs) {
			this.requests.note(input);
		}
	}

	@Test
	void lastRequestsAreRepeatedAndTheStartComesLast() {
		note(new Input.Start(), new Input.Pause(TransitionCause.PAUSED), new Input.Pause(TransitionCause.INELIGIBLE),
				new Input.WatchLive(true), new Input.OthersFirst(true), new Input.Tick());
		assertThat(this.requests.inputs()).containsExactlyInAnyOrder(new Input.WatchLive(true),
				new Input.OthersFirst(true), new Input.Pause(TransitionCause.PAUSED),
				new Input.Pause(TransitionCause.INELIGIBLE), new Input.Start());
		assertThat(this.requests.inputs()).endsWith(new Input.Start());
		note(new Input.Resume(TransitionCause.PAUSED), new Input.WatchLive(false), new Input.OthersFirst(false));
		assertThat(this.requests.inputs()).containsExactly(new Input.WatchLive(false), new Input.OthersFirst(false),
				new Input.Pause(TransitionCause.INELIGIBLE), new Input.Start());
	}

	@Test
	void stoppedCandidateDoesNotStartAgain() {
		note(new Input.Start(), new Input.Stop());
		assertThat(this.requests.inputs()).containsExactly(new Input.WatchLive(false), new Input.OthersFirst(false));
	}

}
