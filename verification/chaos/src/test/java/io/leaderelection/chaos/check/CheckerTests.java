/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryFormatException;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.TickJob;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the checks of leadership, of its events, and of the run as a whole.
 */
class CheckerTests extends CheckedRun {

	@Test
	void cleanRunRaisesNoAlarm() {
		Verdict verdict = this.run.clean().check();
		assertThat(verdict.isClean()).as(verdict.text()).isTrue();
		assertThat(verdict.text()).contains("I1   exclusive leadership     ok")
			.contains("D1   led as preferred         not seen: no election was spread")
			.contains("3 terms, 2 changes of leader")
			.contains("2, of them 2 on the leader")
			.contains("3 entries; 3 writes reported as accepted, 0 as refused");
	}

	// I1

	@Test
	void touchingCertainIntervalsOverlap() {
		this.run.leads("i1.1", 10, 1000, 5001).leads("i2.1", 20, 5000, 60_000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).singleElement()
			.asString()
			.contains("i1.1.history:81", "i2.1.history:1", "1.0 ms");
	}

	@Test
	void answerWithinTheTermOfAnotherIsAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 4000).leads("i2.1", 20, 5000, 60_000).isAnswered("i1.1", 10, 5500, 5501);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).singleElement().asString().contains("i1.1.history:61");
	}

	@Test
	void newLeaderDuringAnOlderTermIsAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 60_000).isAnswered("i2.1", 20, 30_000, 30_001);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void answerAfterTheSuccessorLeftIsAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 4000).leads("i2.1", 20, 5000, 6000);
		this.run.isAnswered("i1.1", 10, 6500, 6501).leads("i3.1", 30, 7000, 60_000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).hasSize(1);
	}

	@Test
	void overlapShorterThanASampleRaisesNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000)
			.isAnswered("i1.1", 10, 5000.5, 5001)
			.isAnswered("i2.1", 20, 5000.7, 5001.2);
		this.run.leads("i2.1", 20, 5002, 60_000);
		assertThat(clean().text()).contains("1 possible overlaps", "longest 0.3 ms");
	}

	@Test
	void answerDelayedByAStopRaisesNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000).isAnswered("i1.1", 10, 5000.5, 9000).follows("i1.1", 9001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).fault("sigstop", "i1", 5000.6, 8999);
		assertThat(clean().text()).contains("1 possible overlaps", "1 answers 'yes' that reached their caller late",
				"longest 3999.5 ms");
	}

	@Test
	void overlapInADeclaredWindowIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 5500).follows("i1.1", 5501, 60_000).leads("i2.1", 20, 5000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(clean().text()).contains("1 overlaps in windows outside the guarantees", "longest 500.0 ms");
	}

	@Test
	void overlapMuchLongerThanADeclaredWindowIsFound() {
		this.run.leads("i1.1", 10, 1000, 30_000).leads("i2.1", 20, 5000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).singleElement().asString().contains("too long");
	}

	@Test
	void overlapLongAfterADeclaredWindowIsFound() {
		this.run.leads("i1.1", 10, 1000, 30_100).leads("i2.1", 20, 30_000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).hasSize(1);
	}

	// I2

	@Test
	void fallingTokenIsFound() {
		this.run.leads("i1.1", 20, 1000, 5000).leads("i2.1", 10, 6000, 60_000);
		assertThat(violated(Invariant.I2_RISING_TOKENS)).hasSize(1);
	}

	@Test
	void aTokenWithTwoOwnersIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).granted("i2.1", 10, 6000);
		this.run.leads("i2.1", 10, 6000, 60_000);
		assertThat(violated(Invariant.I2_RISING_TOKENS)).singleElement().asString().contains("two owners");
	}

	@Test
	void leadershipWithoutATokenIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000)
			.write("i1.1",
					SyntheticRun.event(EventKind.LEADING, 1, 3)
						.with("firstAfter", SyntheticRun.nanos(1))
						.with("lastBefore", SyntheticRun.nanos(3))
						.with("count", 2));
		assertThat(violated(Invariant.I2_RISING_TOKENS)).hasSize(1);
	}

	// I5

	@Test
	void grantedTwiceIsFound() {
		this.run.granted("i1.1", 10, 1000).granted("i1.1", 11, 1001).leads("i1.1", 11, 1001, 60_000);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement().asString().contains("i1.1.history:2");
	}

	@Test
	void revokedTwiceIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "STEP_DOWN").revoked("i1.1", 10, 59_001, "STEP_DOWN");
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).hasSize(1);
	}

	@Test
	void revocationOfAnotherTermIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).revoked("i1.1", 9, 59_000, "STEP_DOWN");
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).hasSize(1);
	}

	@Test
	void grantWithoutARisingTokenIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").granted("i1.1", 10, 30_001);
		this.run.leads("i2.1", 11, 30_002, 60_000);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).hasSize(1);
	}

	@Test
	void termNotRevokedBeforeItsProcessClosesIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).closed("i1.1", 59_500);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement().asString().contains("never revoked");
	}

	@Test
	void termNotGrantedBeforeItsProcessClosesIsFound() {
		this.run.leads("i1.1", 10, 1000, 59_000).closed("i1.1", 59_500);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement().asString().contains("never granted");
	}

	// I6

	@Test
	void leadershipAfterTheRevokedEventIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).revoked("i1.1", 10, 58_000, "STEP_DOWN");
		assertThat(violated(Invariant.I6_OWN_DEADLINE)).singleElement().asString().contains("1000.0 ms", "REVOKED");
	}

	@Test
	void leadershipAfterTheOwnDeadlineIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "STEP_DOWN").deadline("i1.1", 10, 1001, 2800);
		assertThat(violated(Invariant.I6_OWN_DEADLINE)).singleElement().asString().contains("DEADLINE");
	}

	@Test
	void leadershipAfterTheReleaseIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).released("i1.1", 10, 58_000);
		assertThat(violated(Invariant.I6_OWN_DEADLINE)).singleElement().asString().contains("1000.0 ms", "RELEASED");
	}

	// I12

	@Test
	void aFloodOfErrorsIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "SHUTDOWN")
			.released("i1.1", 10, 59_000)
			.write("i1.1", HistoryEvent.of(EventKind.CLOSED, SyntheticRun.nanos(59_001), SyntheticRun.nanos(59_001))
				.with("errors", 300));
		assertThat(violated(Invariant.I15_HYGIENE)).singleElement().asString().contains("300 lines");
	}

	// How much was injected

	@Test
	void longRunWithFewFaultsLacksProof() {
		this.run.lasting(600).leads("i1.1", 10, 1000, 600_000).fault("kill", "i2", 5000, 6000);
		Verdict verdict = this.run.check();
		assertThat(verdict.violations()).isEmpty();
		assertThat(verdict.isClean()).isFalse();
		assertThat(verdict.lacks()).containsExactly("1 faults instead of 100", "0 changes of leader instead of 50",
				"kill injected 1 times instead of 3",
				"I11 (stable leadership) was not seen: the run has no window without faults",
				"I13 (leader at work) was not seen: no leader reported work",
				"I14 (recovery) was not seen: no process recorded an exhaustion and answers of the store",
				"I15 (hygiene) was not seen: no process reported its errors at its end",
				"I16 (done once) was not seen: no work was done once for all",
				"T1 (ticks finished once) was not seen: no job ran", "T2 (ticks begun once) was not seen: no job ran",
				"T3 (ticks run while led) was not seen: no job ran", "T4 (ticks caught up) was not seen: no job ran",
				"T5 (rising ticks) was not seen: no job ran",
				"D1 (led as preferred) was not seen: no election was spread");
	}

	@Test
	void aFaultThatCouldNotBeInjectedDoesNotCount() {
		this.run.leads("i1.1", 10, 1000, 60_000)
			.write("injector",
					HistoryEvent.of(EventKind.FAULT_BEGIN, 5, 6)
						.with("fault", "kill")
						.with("target", "i1")
						.with("leader", true)
						.with("id", "a")
						.with("breaks", false)
						.with("failed", true));
		assertThat(clean().text()).contains("faults       0, of them 0 on the leader");
	}

	@Test
	void longRunWithEnoughOfEverythingLacksNothing() {
		this.run.lasting(600).hasWork("i5.1");
		for (int i = 0; i < 100; i++) {
			String process = "i" + (i % 5 + 1) + ".1";
			this.run.term(process, 10 + i, 1000 + 5000 * i, 5500 + 5000 * i, "STEP_DOWN");
			this.run.fault("cut", "i1", 5000 * i, 5000 * i + 1);
			this.run.task(process, 10 + i, 1, 1001 + 5000 * i, 5500 + 5000 * i)
				.callsFrom(process, 10 + i, 1000 + 5000 * i, 5500 + 5000 * i)
				.released(process, 10 + i, 5501 + 5000 * i);
		}
		this.run.leads("i1.1", 1000, 501_000, 600_000).closed("i2.1", 599_000, 0);
		this.run.follows("i6.1", 1000, 600_000).storeAnswers("i6.1", "followed", 1000, 600_000);
		for (int i = 1; i <= 3; i++) {
			this.run.exhausted("i6.1", 100_000 * i, 100_000 * i + 2000);
		}
		for (int i = 1; i < 30; i++) {
			boolean changes = 4 * i <= 100;
			this.run.tick((changes) ? "i" + ((4 * i - 1) % 5 + 1) + ".1" : "i1.1", (changes) ? 9 + 4 * i : 1000,
					100 + i, TickJob.LONG, 20_000 * i, 20_000 * i + 1, 20_000 * i + 400);
		}
		this.run.quietAt(540_000);
		this.run.spreads(2, "i1")
			.led("i1.1", "spread-1", 1, 501_000, 600_000)
			.led("i2.2", "spread-2", 1, 501_000, 600_000);
		this.run.led("i1.1", "preferred", 1, 501_000, 600_000);
		this.run.onceForAll("i1.1", "once-1", 1, 2000, 2200).isDone("i2.2", "once-1", 2300);
		assertThat(clean().lacks()).isEmpty();
	}

	@Test
	void longRunThatSparesTheLeaderLacksProof() {
		this.run.lasting(600).leads("i1.1", 10, 1000, 600_000).fault("kill", "i2", 5000, 6000);
		this.run.onFollower("kill", "i2", 15_000, 16_000).onFollower("kill", "i2", 25_000, 26_000);
		assertThat(this.run.check().lacks()).contains("1 of 3 faults on the leader, less than half");
	}

	@Test
	void kindThatNeverCameIsMissing() {
		this.run.lasting(600).clean();
		this.run.write(History.INJECTOR,
				HistoryEvent.of(EventKind.SPREAD, SyntheticRun.nanos(500), SyntheticRun.nanos(500))
					.with("elections", 0)
					.with("instances", "i1,i2")
					.with("preferred", "i1")
					.with("faults", "kill,delay"));
		assertThat(this.run.check().lacks()).contains("delay injected 0 times instead of 3",
				"kill injected 1 times instead of 3");
	}

	// Histories that cannot be read

	@Test
	void tornLastLineRaisesNoAlarm() {
		this.run.clean().torn("i1.1", "1234567\t1234");
		assertThat(clean().text()).contains("1 histories end in a torn line");
	}

	@Test
	void malformedLineIsReported() {
		this.run.follows("i1.1", 1, 2).torn("i1.1", "1234567\t1234\n");
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("i1.1.history:2: Expected 6 fields");
	}

	@Test
	void faultThatEndsWithoutAStartIsReported() {
		this.run.follows("i1.1", 1, 2)
			.write("injector",
					HistoryEvent.of(EventKind.FAULT_END, 5, 6)
						.with("fault", "kill")
						.with("target", "i1")
						.with("leader", true)
						.with("id", "a")
						.with("breaks", false));
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("injector.history:2: fault a ends");
	}

	@Test
	void workThatEndsWithoutAStartIsReported() {
		this.run.ends("i1.1", 10, 1, 5);
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("i1.1.history:1: work ends");
	}

	@Test
	void folderWithoutARunIsReported() {
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("Not a run");
	}

}
