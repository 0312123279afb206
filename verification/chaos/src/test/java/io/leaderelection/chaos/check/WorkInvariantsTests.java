/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks that work is done once, by one process at a time, and ends with
 * its term (I4, I7, I8).
 */
class WorkInvariantsTests extends CheckedRun {

	// I4: once

	@Test
	void writeEnteredTwiceIsFound() {
		this.run.clean().writes("i3.1", 30, 1, 20_270);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement().asString().contains("entered twice");
	}

	@Test
	void callLetThroughTwiceIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000).work("i1.1", 10, 1, 2000, 2010).work("i1.1", 10, 2, 2000, 2020);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement()
			.asString()
			.contains("one call, done twice", "call 1", "call 2");
	}

	@Test
	void taskDoneTwiceInATermIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000).task("i1.1", 10, 1, 2000, 2010).task("i1.1", 10, 2, 2020, 2030);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement()
			.asString()
			.contains("the task of a term, done twice");
	}

	@Test
	void failedTaskMayRunAgain() {
		this.run.leads("i1.1", 10, 1000, 60_000).failedTask("i1.1", 10, 1, 2000, 2010).task("i1.1", 10, 2, 2020, 2030);
		clean();
	}

	@Test
	void taskConcurrentWithItselfIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000).failedTask("i1.1", 10, 1, 2000, 2030).task("i1.1", 10, 2, 2020, 2040);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement().asString().contains("began while");
	}

	// I4: one at a time

	@Test
	void concurrentWorkOfTwoProcessesIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 5300).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 5200, 60_000).work("i2.1", 20, 1, 5201, 5250).fault("black-hole", "i1", 3000, 9000);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement()
			.asString()
			.contains("i1.1 call 1", "i2.1 call 1", "49.0 ms");
	}

	@Test
	void workOfAStoppedProcessIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 9050).follows("i1.1", 9001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).work("i2.1", 20, 1, 8000, 9040).fault("freeze", "i1", 5000, 9000);
		assertThat(clean().text()).contains("1 work overlapping that of a successor", "longest 1040.0 ms")
			.contains("longest running time from a loss to its end 49.0 ms");
	}

	@Test
	void workOfAStarvedProcessIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 6000).followsSlowly("i1.1", 5001, 7000);
		this.run.leads("i2.1", 20, 5300, 60_000).work("i2.1", 20, 1, 5301, 5350).fault("black-hole", "i1", 3000, 9000);
		assertThat(clean().text()).contains("1 work overlapping that of a successor")
			.contains("longest running time from a loss to its end 105.5 ms");
	}

	@Test
	void workThatContinuesLongAfterAStopIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 9600).follows("i1.1", 9001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).work("i2.1", 20, 1, 8000, 9590).fault("freeze", "i1", 5000, 9000);
		assertThat(allViolated(Invariant.I4_SINGLE_EXECUTION, Invariant.I7_NO_WORK_AFTER_THE_END)).hasSize(2);
	}

	@Test
	void stopExcusesWorkOnlyOnce() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 11_000).leads("i2.1", 20, 7100, 60_000);
		for (int i = 0; i < 8; i++) {
			double at = 8000 + 350 * i;
			this.run.work("i2.1", 20, i, at, at + 40).stalled("i1.1", at - 60, at).follows("i1.1", at + 1, at + 280);
		}
		this.run.fault("freeze", "i1", 5000, 7500);
		assertThat(allViolated(Invariant.I4_SINGLE_EXECUTION, Invariant.I7_NO_WORK_AFTER_THE_END)
			.get(Invariant.I4_SINGLE_EXECUTION)).hasSize(1);
	}

	@Test
	void stopBeforeTheLossExcusesNoWork() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 5300).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 5200, 60_000).work("i2.1", 20, 1, 5201, 5250).fault("freeze", "i1", 3000, 4900);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).hasSize(1);
	}

	@Test
	void stallOfTheHarnessExcusesNoWork() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 5300).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 5200, 60_000).work("i2.1", 20, 1, 5201, 5250).fault("black-hole", "i1", 3000, 9000);
		this.run.injected(EventKind.WATCHDOG, 4900, 5290);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).hasSize(1);
	}

	@Test
	void stopExcusesNoWorkOfALeaderThatStillBelieves() {
		this.run.leads("i1.1", 10, 1000, 5000).stalled("i1.1", 5001, 5300).isAnswered("i1.1", 10, 5400, 5401);
		this.run.work("i1.1", 10, 1, 4999, 5450).follows("i1.1", 5402, 60_000);
		this.run.leads("i2.1", 20, 5200, 60_000).work("i2.1", 20, 1, 5201, 5250);
		assertThat(allViolated(Invariant.I1_EXCLUSIVE_LEADERSHIP, Invariant.I4_SINGLE_EXECUTION)).hasSize(2);
	}

	@Test
	void workOfAKilledProcessLastsToItsLastWrite() {
		this.run.leads("i1.1", 10, 1000, 5000).begins("i1.1", 10, 7, 4999).writesFor("i1.1", 10, 1, 7, 5300);
		this.run.leads("i2.1", 20, 5200, 60_000).work("i2.1", 20, 1, 5201, 5250).fault("black-hole", "i1", 3000, 9000);
		this.run.writes("i2.1", 20, 1, 5202);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement().asString().contains("i1.1 call 7");
	}

	@Test
	void workInADeclaredWindowIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 5300).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 5200, 60_000)
			.work("i2.1", 20, 1, 5201, 5250)
			.breaking("server-clock", "store", 4000, 4500);
		assertThat(clean().text()).contains("1 work of two processes in windows outside the guarantees");
	}

	@Test
	void longWorkAfterALocalClockStepIsFound() {
		steppedClock(5230);
		this.run.over("local");
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).hasSize(1);
	}

	@Test
	void shortWorkAfterALocalClockStepIsCountedSeparately() {
		steppedClock(5030);
		assertThat(this.run.over("local").check().text()).contains("after the clock of the store was stepped")
			.endsWith("VERDICT clean");
	}

	@Test
	void workAfterAClockStepOfAnInstanceIsFound() {
		steppedClock(5030);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).hasSize(1);
	}

	private void steppedClock(double end) {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).revoked("i1.1", 10, 5020, "LOST");
		this.run.work("i1.1", 10, 1, 4999, end).follows("i1.1", 5001, 60_000).fault("clock-forward", "i1", 4000, 7000);
		this.run.leads("i2.1", 20, 5010, 60_000).work("i2.1", 20, 1, 5011, 5300);
	}

	// I7

	@Test
	void workStartedAfterAHandoverIsFound() {
		this.run.clean().work("i2.1", 20, 7, 20_120, 20_130);
		assertThat(allViolated(Invariant.I7_NO_WORK_AFTER_THE_END, Invariant.I8_RELEASE_AFTER_WORK)).hasSize(2);
	}

	@Test
	void workStartedAfterALossIsFound() {
		this.run.term("i1.1", 10, 1000, 58_000, "LOST")
			.work("i1.1", 10, 1, 58_001, 58_002)
			.follows("i1.1", 58_001, 60_000);
		this.run.fault("deleted-record", "store", 57_000, 58_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).hasSize(1);
	}

	@Test
	void taskStartedAfterALossIsFound() {
		this.run.term("i1.1", 10, 1000, 58_000, "LOST").task("i1.1", 10, 1, 58_060, 58_070);
		this.run.fault("deleted-record", "store", 57_000, 58_000).follows("i1.1", 58_001, 60_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement()
			.asString()
			.contains("began 60.0 ms after");
	}

	@Test
	void taskThatRecordsItsStartLateRaisesNoAlarm() {
		this.run.term("i1.1", 10, 1000, 58_000, "LOST").task("i1.1", 10, 1, 58_400, 58_410);
		this.run.fault("deleted-record", "store", 57_000, 58_000).stalled("i1.1", 58_005, 58_395);
		clean();
	}

	@Test
	void workThatOutlivesItsTermIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 5600).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement().asString().contains("600.0 ms");
	}

	@Test
	void stopDuringWorkDoesNotRestartTheCount() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 6600).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).fault("freeze", "i1", 5300, 6200);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement().asString().contains("running for 70");
	}

	@Test
	void taskThatContinuesInAHandoverIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").task("i1.1", 10, 1, 2000, 30_600);
		this.run.released("i1.1", 10, 30_601).leads("i2.1", 20, 30_700, 60_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement()
			.asString()
			.contains("i1.1 task 1", "600.0 ms");
	}

	@Test
	void callMayContinueInAHandover() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_900, 31_900);
		this.run.released("i1.1", 10, 31_901).leads("i2.1", 20, 32_000, 60_000);
		clean();
	}

	@Test
	void callBeyondTheDrainTimeoutIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_900, 32_600);
		this.run.released("i1.1", 10, 32_601).leads("i2.1", 20, 32_700, 60_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).hasSize(1);
	}

	@Test
	void workOfAnUnconfirmedTermMayContinue() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).revoked("i1.1", 10, 5600, "CLOCK_JUMP");
		this.run.work("i1.1", 10, 1, 4999, 5650).fault("clock-forward", "i1", 4900, 6000);
		this.run.leads("i2.1", 20, 7100, 60_000);
		clean();
	}

	/** The clocks diverge while the store does not answer. */
	@Test
	void workOfAnUnconfirmedTermMayRunToItsDeadline() {
		unconfirmedUntilItsDeadline();
		this.run.work("i1.1", 10, 1, 4999, 5601);
		clean();
	}

	@Test
	@DisplayName("Work beyond the deadline of an unconfirmed term is found")
	void workBeyondTheDeadlineOfAnUnconfirmedTermIsFound() {
		unconfirmedUntilItsDeadline();
		this.run.work("i1.1", 10, 1, 4999, 6200).follows("i1.1", 5601, 60_000);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement().asString().contains("600.0 ms");
	}

	private void unconfirmedUntilItsDeadline() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).deadline("i1.1", 10, 4990, 5600);
		this.run.revoked("i1.1", 10, 5601, "EXPIRED").fault("clock-back", "i1", 4900, 6000);
		this.run.leads("i2.1", 20, 7100, 60_000);
	}

	// I8

	@Test
	void releaseDuringWorkIsFound() {
		this.run.term("i1.1", 10, 1000, 58_900, "STEP_DOWN")
			.work("i1.1", 10, 1, 57_000, 59_900)
			.released("i1.1", 10, 58_901);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).singleElement()
			.asString()
			.contains("999.0 ms after the release", "i1.1.history:");
	}

	@Test
	void successorDuringWorkIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_000, 31_000);
		this.run.leads("i2.1", 20, 30_100, 60_000);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).singleElement().asString().contains("i2.1 with token 20");
	}

	@Test
	void successorOfAStoppedProcessRaisesNoAlarm() {
		handoverWithStop(32_100);
		clean();
	}

	@Test
	void successorDuringOverlongWorkIsFound() {
		handoverWithStop(32_601);
		assertThat(this.run.check().violations()).containsKey(Invariant.I8_RELEASE_AFTER_WORK);
	}

	@Test
	void aSuccessorLongAfterAStopIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_000, 31_000);
		this.run.leads("i2.1", 20, 30_900, 60_000).fault("sigstop", "i1", 27_000, 28_800);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).hasSize(1);
	}

	@Test
	void successorAfterAStoreFaultRaisesNoAlarm() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_000, 30_500);
		this.run.leads("i2.1", 20, 30_400, 60_000).fault("deleted-record", "store", 29_000, 30_100);
		clean();
	}

	@Test
	void storeFaultExcusesNoOverlongWork() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_000, 31_000);
		this.run.leads("i2.1", 20, 30_400, 60_000).fault("deleted-record", "store", 29_000, 30_100);
		assertThat(violated(Invariant.I8_RELEASE_AFTER_WORK)).hasSize(1);
	}

	/** Adds a process that is stopped in the handover until its lease has expired. */
	private void handoverWithStop(double end) {
		this.run.term("i1.1", 10, 1000, 29_500, "STEP_DOWN").work("i1.1", 10, 1, 29_400, end);
		this.run.leads("i2.1", 20, 31_700, 60_000).fault("sigstop", "i1", 29_600, 32_000);
	}

}
