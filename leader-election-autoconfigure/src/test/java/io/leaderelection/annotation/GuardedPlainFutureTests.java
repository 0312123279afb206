/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

import io.leaderelection.OnLoss;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class GuardedPlainFutureTests {

	private final SteppedElection stepped = new SteppedElection();

	@Test
	void futureThatCannotBeWatchedHoldsUpNoHandOver() {
		this.stepped.leading((runner) -> runner.withBean(Job.class), (context) -> {
			GuardedElection election = GuardedElection.of(this.stepped.election());
			DetachableCall call = election.tryEnter(OnLoss.INTERRUPT);
			assertThat(call).isNotNull();
			Guard guard = new Guard("job", election, Otherwise.SKIP, Duration.ZERO, OnLoss.INTERRUPT, () -> null,
					(outcome) -> {
					}, new VacancyLog(() -> 0, true), null);
			FutureWatch broken = new FutureWatch(() -> {
				throw new OutOfMemoryError("unable to create native thread");
			});
			assertThatExceptionOfType(OutOfMemoryError.class)
				.isThrownBy(() -> new GuardedPlainFuture(guard, call, new FutureTask<>(() -> "")).start(broken));
			CompletableFuture<Void> handOver = this.stepped.stepDown();
			assertThat(handOver).isCompleted();
		});
	}

	static class Job {

		@OnLeader
		void run() {
		}

	}

}
