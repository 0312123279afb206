/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how each instance counts and logs a call that no instance runs.
 */
@ExtendWith(OutputCaptureExtension.class)
class SkippedCallTests {

	private static final String WARNING = "was skipped while nobody is known to lead";

	private final List<ElectionEngine> engines = new ArrayList<>();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(this.memory.open());

	private final GuardedElection leader = join(
			ElectionEngineBuilder.of(this.store, this.memory.traits()).namespace("orders").time(this.time).build());

	private final GuardedElection standby = join(ElectionEngineBuilder.of(this.memory.open(), this.memory.traits())
		.namespace("orders")
		.time(this.time)
		.build());

	private GuardedElection join(ElectionEngine engine) {
		this.engines.add(engine);
		GuardedElection election = GuardedElection.of(engine.join("billing").election());
		engine.start();
		this.time.runDue();
		return election;
	}

	private List<GuardOutcome> outcomes(GuardedElection election) {
		return outcomes(election, List.of());
	}

	private List<GuardOutcome> outcomes(GuardedElection election, List<CallCompanion.OfMethod> companions) {
		List<GuardOutcome> outcomes = new ArrayList<>();
		Guard guard = new Guard("Job.run()", election, Otherwise.SKIP, Duration.ZERO, OnLoss.INTERRUPT, () -> null,
				outcomes::add, new VacancyLog(this.time.ticker(), true), companions, null);
		GuardCall call = guard.begin((key) -> null);
		assertThat(call.tryEnter()).isFalse();
		assertThat(call.refusal()).isNull();
		return outcomes;
	}

	@Test
	void followersCountSkippedSilentlyDuringADrain(CapturedOutput output) {
		GuardedCall running = this.leader.tryEnter(OnLoss.CONTINUE);
		assertThat(running).isNotNull();
		this.leader.stepDown();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.leader.status().state()).isEqualTo(ElectionState.DRAINING);
		assertThat(outcomes(this.standby)).containsExactly(GuardOutcome.SKIPPED);
		assertThat(output).doesNotContain(WARNING);
		assertThat(outcomes(this.leader)).containsExactly(GuardOutcome.VACANT);
		assertThat(output).containsOnlyOnce(WARNING);
		running.close();
	}

	@Test
	void tickIsNoVacancyInTheDrainOfItsInstance(CapturedOutput output) {
		GuardedCall running = this.leader.tryEnter(OnLoss.CONTINUE);
		assertThat(running).isNotNull();
		this.leader.stepDown();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.leader.status().state()).isEqualTo(ElectionState.DRAINING);
		assertThat(outcomes(this.leader, List.of(new MadeUpFor()))).containsExactly(GuardOutcome.SKIPPED);
		assertThat(output).doesNotContain(WARNING);
		running.close();
	}

	@Test
	void callOnAnInstanceThatHasShutDownIsNoVacancy(CapturedOutput output) {
		this.engines.get(0).stop();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.leader.status().state()).isEqualTo(ElectionState.STOPPED);
		assertThat(outcomes(this.leader)).containsExactly(GuardOutcome.SKIPPED);
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void followersCountSkippedDuringADeadLeadersLease(CapturedOutput output) {
		this.store.poison(new ElectionKey("orders", "billing"), new IllegalStateException("cut off"));
		this.time.advance(Duration.ofSeconds(5));
		assertThat(outcomes(this.standby)).containsExactly(GuardOutcome.SKIPPED);
		assertThat(output).doesNotContain(WARNING);
	}

	/** A companion of calls that the next leader makes up for. */
	private static final class MadeUpFor implements CallCompanion.OfMethod {

		@Override
		public @Nullable CallCompanion begin(GuardCall call) {
			return null;
		}

		@Override
		public boolean isMadeUpFor() {
			return true;
		}

	}

}
