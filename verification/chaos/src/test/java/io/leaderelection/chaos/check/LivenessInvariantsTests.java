/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks that an election has a leader, and keeps it without a fault (I10,
 * I11).
 */
class LivenessInvariantsTests extends CheckedRun {

	// I10

	@Test
	void aVacancyBeyondItsBoundIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).singleElement()
			.asString()
			.contains("5000.0 ms vacant", "bound 3645.0 ms");
	}

	@Test
	void vacancyWhileTheStoreIsDownRaisesNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 5001, 60_000).leads("i2.1", 20, 12_000, 60_000);
		this.run.fault("restart", "store", 4000, 10_000);
		assertThat(clean().text()).contains("since end of restart of store");
	}

	@Test
	void vacancyLongAfterTheStoreIsBackIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 5001, 60_000).leads("i2.1", 20, 17_000, 60_000);
		this.run.fault("restart", "store", 4000, 10_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).hasSize(1);
	}

	@Test
	void aVacancyAfterAReleaseHasANarrowBound() {
		this.run.term("i1.1", 10, 1000, 5000, "STEP_DOWN").released("i1.1", 10, 5010).leads("i2.1", 20, 7000, 60_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).singleElement()
			.asString()
			.contains("since release, bound 1625.0 ms");
	}

	@Test
	void killDuringAVacancyRestartsItsCount() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		this.run.fault("kill", "i1", 5000, 11_000).onFollower("kill", "i3", 7000, 12_000);
		clean();
	}

	@Test
	void endlessFaultsDoNotExplainAVacancy() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 20_000, 60_000).fault("kill", "i1", 5000, 6000);
		for (int i = 0; i < 5; i++) {
			this.run.onFollower("kill", "i3", 7000 + 3000 * i, 8000 + 3000 * i);
		}
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).singleElement()
			.asString()
			.contains("since kill of i3", "15000.0 ms");
	}

	@Test
	void vacancyCountsFromTheEndOfLostAnswers() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		this.run.fault("kill", "i1", 5000, 11_000).onFollower("lost-answer", "i3", 4000, 8000);
		assertThat(clean().text()).contains("since end of lost-answer of i3");
	}

	@Test
	void stoppedLeaderOfTheLocalStoreIsCountedSeparately() {
		this.run.over("local").leads("i1.1", 10, 1000, 5000).follows("i1.1", 13_000, 60_000);
		this.run.leads("i2.1", 20, 13_100, 60_000).fault("sigstop", "i1", 5000, 13_000);
		assertThat(clean().text()).contains("1 vacancies in which a stopped process kept its lock");
	}

	@Test
	void stoppedLeaderOfAnotherStoreIsSucceeded() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 13_000, 60_000);
		this.run.leads("i2.1", 20, 13_100, 60_000).fault("sigstop", "i1", 5000, 13_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).hasSize(1);
	}

	@Test
	void vacancyAtTheEndIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).hasSize(1);
	}

	@Test
	void electionThatNeverHadALeaderIsFound() {
		this.run.follows("i1.1", 1000, 60_000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).singleElement().asString().contains("no process ever led");
	}

	@Test
	void aRunWithoutAnElectionIsFound() {
		this.run.closed("i1.1", 1000);
		assertThat(violated(Invariant.I10_BOUNDED_VACANCY)).containsExactly("no process recorded an election");
	}

	// I11

	@Test
	void aChangeOfLeaderWithoutAFaultIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000).leads("i2.1", 20, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void anInterruptionOfATermWithoutAFaultIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000).follows("i1.1", 50_001, 50_099).leads("i1.1", 10, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void lossWithoutAFaultIsFound() {
		this.run.term("i1.1", 10, 1000, 20_000, "LOST").fault("delay", "i2", 15_000, 19_000);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).singleElement()
			.asString()
			.contains("ends as LOST (i1.1.history:");
	}

	@Test
	void faultLongBeforeALossDoesNotExplainIt() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").fault("delay", "i1", 12_000, 15_900);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void requestedHandoverDoesNotExplainALoss() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").fault("step-down", "i1", 18_000, 18_010);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void lossAfterAFaultRaisesNoAlarm() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").fault("delay", "i1", 15_000, 19_000);
		this.run.term("i2.1", 20, 20_100, 40_000, "LOST").fault("deleted-record", "store", 37_000, 39_000);
		this.run.leads("i3.1", 30, 40_100, 60_000);
		clean();
	}

	@Test
	void slowSamplerDoesNotInterruptATerm() {
		this.run.leads("i1.1", 10, 1000, 50_000).leads("i1.1", 10, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(clean().text()).containsPattern("I11 +stable leadership +ok");
	}

	@Test
	void leaderChangeDueToAStallIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 50_000).stalled("i1.1", 49_900, 50_300).leads("i2.1", 20, 50_400, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(clean().text()).contains("1 losses that only stalls of the machine explain")
			.contains("1 terms were lost or interrupted, 1 of them by stalls");
	}

	@Test
	void earlierHarnessStallDoesNotExplainALeaderChange() {
		this.run.leads("i1.1", 10, 1000, 50_000).leads("i2.1", 20, 50_100, 60_000);
		this.run.injected(EventKind.WATCHDOG, 40_000, 40_300);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void lossDueToHarnessStallsIsCountedSeparately() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").injected(EventKind.WATCHDOG, 19_000, 19_250);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(clean().text()).contains("1 losses that only stalls of the machine explain, longest 250.0 ms");
	}

	@Test
	void lossDueToMissingSamplesIsCountedSeparately() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 19_700).leads("i1.1", 10, 19_960, 20_000);
		this.run.revoked("i1.1", 10, 20_001, "EXPIRED").leads("i2.1", 20, 20_100, 60_000);
		assertThat(clean().text()).contains("1 losses that only stalls of the machine explain, longest 26");
	}

	@Test
	void overlappingStallsOfTheHarnessCountOnce() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").injected(EventKind.WATCHDOG, 19_000, 19_150);
		this.run.injected(EventKind.WATCHDOG, 19_010, 19_160).leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void lossAfterAShortStallIsFound() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").injected(EventKind.WATCHDOG, 19_000, 19_150);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11_STABLE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void runWithManyLossesDueToStallsIsNotClean() {
		for (int i = 0; i < 3; i++) {
			this.run.term("i1.1", 10 + i, 1000 + 3000 * i, 3900 + 3000 * i, "EXPIRED");
			this.run.injected(EventKind.WATCHDOG, 3500 + 3000 * i, 3750 + 3000 * i);
		}
		this.run.leads("i2.1", 20, 10_100, 60_000);
		Verdict verdict = this.run.check();
		assertThat(verdict.violations()).isEmpty();
		assertThat(verdict.isClean()).isFalse();
		assertThat(verdict.lacks())
			.containsExactly("3 of 3 losses are explained by stalls of the machine alone, more than one in 10");
	}

}
