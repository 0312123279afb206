/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks that events, releases and work follow without delay (I5, I8, I13).
 */
class PromptnessTests extends CheckedRun {

	// I5

	@Test
	void lateGrantedEventIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000).granted("i1.1", 10, 2100);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement()
			.asString()
			.contains("GRANTED was published 1100.0 ms late");
	}

	@Test
	void lateRevokedEventIsFound() {
		lossPublishedAt(6500);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement()
			.asString()
			.contains("REVOKED was published 1500.0 ms late");
	}

	@Test
	void lateEventOfAStoppedProcessRaisesNoAlarm() {
		lossPublishedAt(6500);
		this.run.fault("sigstop", "i1", 5100, 6000);
		assertThat(clean().text()).contains("from start or end of a term to the event 600.0 ms");
	}

	@Test
	void lateEventForLackOfThreadsRaisesNoAlarm() {
		lossPublishedAt(6500);
		this.run.exhausted("i1.1", "threads", 5100, 6000);
		assertThat(clean().text()).contains("from start or end of a term to the event 600.0 ms");
	}

	private void lossPublishedAt(double at) {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).follows("i1.1", 5001, 60_000);
		this.run.revoked("i1.1", 10, at, "EXPIRED").fault("black-hole", "i1", 3000, 9000);
		this.run.leads("i2.1", 20, 7000, 60_000);
	}

	// I8

	@Test
	void leaseThatIsNeverReleasedIsFound() {
		handover();
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).singleElement().asString().contains("never released");
	}

	@Test
	void leaseNotReleasedByAClosingProcessIsFound() {
		this.run.term("i1.1", 10, 1000, 5000, "SHUTDOWN").closed("i1.1", 5100, 0);
		this.run.fault("sigterm", "i1", 4900, 5200).leads("i2.1", 20, 7000, 60_000);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).hasSize(1);
	}

	@Test
	void leaseThatCannotBeReleasedRaisesNoAlarm() {
		handover();
		this.run.fault("refused", "i1", 4950, 6000);
		clean();
	}

	@Test
	void leaseOfAKilledProcessRaisesNoAlarm() {
		this.run.term("i1.1", 10, 1000, 5000, "STEP_DOWN").leads("i2.1", 20, 7000, 60_000);
		clean();
	}

	@Test
	void leaseIsNotReleasedUnderOverlongWork() {
		handover();
		this.run.work("i1.1", 10, 1, 4000, 6950);
		clean();
	}

	@Test
	void leaseNotReleasedAfterItsWorkIsFound() {
		handover();
		this.run.work("i1.1", 10, 1, 4000, 6800);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).singleElement().asString().contains("never released");
	}

	private void handover() {
		this.run.term("i1.1", 10, 1000, 5000, "STEP_DOWN").follows("i1.1", 5001, 60_000);
		this.run.fault("step-down", "i1", 4900, 5100).leads("i2.1", 20, 7000, 60_000);
	}

	// I13

	@Test
	void leaderWhoseTaskDoesNotStartIsFound() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 60_000).callsFrom("i1.1", 10, 1000, 60_000);
		assertThat(violated(Invariant.I13_LEADER_AT_WORK)).singleElement().asString().contains("without a task");
	}

	@Test
	void leaderWhoseTaskStartsLateIsFound() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 60_000).callsFrom("i1.1", 10, 1000, 60_000);
		this.run.task("i1.1", 10, 1, 2200, 60_000);
		assertThat(violated(Invariant.I13_LEADER_AT_WORK)).singleElement()
			.asString()
			.contains("for 1200.0 ms without a task");
	}

	@Test
	void lateTaskForLackOfThreadsRaisesNoAlarm() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 60_000).callsFrom("i1.1", 10, 1000, 60_000);
		this.run.task("i1.1", 10, 1, 2200, 60_000).exhausted("i1.1", "threads", 900, 2000);
		clean();
	}

	@Test
	void aLeaderWhoseCallsAreSkippedIsFound() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 60_000).task("i1.1", 10, 1, 1001, 60_000);
		this.run.callsFrom("i1.1", 10, 1000, 20_000).callsFrom("i1.1", 10, 22_000, 60_000);
		assertThat(violated(Invariant.I13_LEADER_AT_WORK)).singleElement().asString().contains("without a call");
	}

	@Test
	void stoppedLeaderNeedNotWork() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 20_000).leads("i1.1", 10, 21_500, 60_000);
		this.run.task("i1.1", 10, 1, 1001, 60_000).fault("sigstop", "i1", 20_000, 21_500);
		this.run.callsFrom("i1.1", 10, 1000, 20_000).callsFrom("i1.1", 10, 21_500, 60_000);
		clean();
	}

	@Test
	void leaderInALongCallIsAtWork() {
		this.run.hasWork("i1.1").leads("i1.1", 10, 1000, 60_000).task("i1.1", 10, 1, 1001, 60_000);
		this.run.callsFrom("i1.1", 10, 1000, 20_000).work("i1.1", 10, 2, 20_000, 59_000);
		clean();
	}

	@Test
	void followerNeedNotWork() {
		this.run.hasWork("i1.1").follows("i1.1", 1000, 60_000).leads("i2.1", 10, 1000, 60_000);
		assertThat(clean().text()).contains("not seen: no leader reported work");
	}

}
