/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.Invariant;
import io.leaderelection.history.TickJob;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks of ticks (T1 to T5).
 */
class TickInvariantsTests extends CheckedRun {

	/**
	 * Adds a run in which i1 leads until it is killed at 10.5 s, and i2 from 12.6 s to
	 * the end.
	 */
	private SyntheticRun killed() {
		this.run.quietAt(40_000);
		this.run.granted("i1.1", 10, 900).leads("i1.1", 10, 900, 10_500);
		this.run.follows("i2.1", 500, 12_500).fault("sigkill", "i1", 10_500, 15_000);
		return this.run.granted("i2.1", 20, 12_600).leads("i2.1", 20, 12_600, 60_000);
	}

	private SyntheticRun often(String process, long token, int from, int to) {
		for (int second = from; second <= to; second++) {
			this.run.tick(process, token, second, TickJob.OFTEN, second * 1000L, second * 1000 + 5,
					second * 1000 + 300);
		}
		return this.run;
	}

	private void neverTwice(String process, long token, int from, int to) {
		for (int second = from; second <= to; second++) {
			this.run.tick(process, token, 200 + second, TickJob.NEVER_TWICE, second * 1000L, second * 1000 + 10,
					second * 1000 + 50);
		}
	}

	/**
	 * Runs a tick each second, and catches up the one of 12 s, which falls into the
	 * vacancy.
	 */
	private SyntheticRun eachSecond() {
		killed();
		often("i1.1", 10, 1, 10);
		this.run.tick("i2.1", 20, 12, TickJob.OFTEN, 12_000, 12_700, 12_990);
		return often("i2.1", 20, 13, 59);
	}

	@Test
	void ticksThatRunOnceRaiseNoAlarm() {
		eachSecond();
		assertThat(clean().text()).contains("58 runs of jobs, 0 of them begun again", "ticks of leaders");
	}

	@Test
	void tickOfAKilledLeaderMayRunAgain() {
		killed().beginsTick("i1.1", 10, 1, TickJob.LONG, 0, 10_000)
			.tick("i2.1", 20, 1, TickJob.LONG, 0, 12_700, 17_700)
			.tick("i2.1", 20, 2, TickJob.LONG, 20_000, 20_000, 25_000)
			.tick("i2.1", 20, 3, TickJob.LONG, 40_000, 40_000, 45_000);
		assertThat(clean().text()).contains("4 runs of jobs, 1 of them begun again");
	}

	@Test
	void tickThatIsFinishedTwiceIsFound() {
		eachSecond().tick("i2.1", 20, 200, TickJob.OFTEN, 5000, 12_610, 12_650);
		assertThat(allViolated(Invariant.T1_TICKS_FINISHED_ONCE, Invariant.T5_RISING_TICKS)
			.get(Invariant.T1_TICKS_FINISHED_ONCE)).singleElement().asString().contains("which was finished");
	}

	@Test
	void tickFinishedTwiceInOneTermIsFound() {
		eachSecond().tick("i2.1", 20, 200, TickJob.OFTEN, 20_000, 20_400, 20_500);
		assertThat(violated(Invariant.T1_TICKS_FINISHED_ONCE)).singleElement().asString().contains("for tick 20000");
	}

	@Test
	void tickRepeatedAfterALostTermIsCountedSeparately() {
		killed().tick("i1.1", 10, 1, TickJob.OFTEN, 10_000, 10_010, 10_450)
			.tick("i2.1", 20, 1, TickJob.OFTEN, 10_000, 12_700, 12_900);
		often("i2.1", 20, 13, 59);
		assertThat(clean().text()).contains("1 " + TickCheck.TWICE);
	}

	@Test
	void repeatedStartOfASkippedTickIsFound() {
		killed().beginsTick("i1.1", 10, 1, TickJob.NEVER_TWICE, 10_000, 10_490)
			.tick("i2.1", 20, 1, TickJob.NEVER_TWICE, 10_000, 12_700, 12_800);
		neverTwice("i2.1", 20, 13, 59);
		assertThat(violated(Invariant.T2_TICKS_BEGUN_ONCE)).singleElement().asString().contains("for tick 10000");
	}

	@Test
	void fourthAttemptIsFound() {
		killed().interruptedTick("i2.1", 20, 1, TickJob.LONG, 40_000, 40_000, 41_000)
			.interruptedTick("i2.1", 20, 2, TickJob.LONG, 40_000, 41_100, 41_200)
			.interruptedTick("i2.1", 20, 3, TickJob.LONG, 40_000, 41_300, 41_400)
			.tick("i2.1", 20, 4, TickJob.LONG, 40_000, 41_500, 46_500);
		assertThat(violated(Invariant.T2_TICKS_BEGUN_ONCE)).singleElement().asString().contains("is attempt 4");
	}

	@Test
	void tickMissedByALeaderIsFound() {
		killed();
		often("i1.1", 10, 1, 10).tick("i2.1", 20, 12, TickJob.OFTEN, 12_000, 12_700, 12_990);
		often("i2.1", 20, 13, 29);
		often("i2.1", 20, 33, 59);
		assertThat(violated(Invariant.T3_TICKS_RUN_WHILE_LED)).singleElement()
			.asString()
			.contains("tick 30000 of often");
	}

	@Test
	void tickOfAVacancyNotCaughtUpIsFound() {
		this.run.quietAt(30_000);
		this.run.granted("i1.1", 10, 900)
			.leads("i1.1", 10, 900, 19_000)
			.beginsTick("i1.1", 10, 1, TickJob.LONG, 0, 1000);
		this.run.follows("i2.1", 500, 21_000).fault("sigkill", "i1", 19_000, 20_900);
		this.run.granted("i2.1", 20, 21_100).leads("i2.1", 20, 21_100, 60_000);
		this.run.tick("i2.1", 20, 1, TickJob.LONG, 40_000, 40_001, 45_001);
		assertThat(violated(Invariant.T4_TICKS_CAUGHT_UP)).singleElement()
			.asString()
			.contains("no instance had begun tick 20000 of long");
	}

	@Test
	void handoverWaitsForAJobThatRecordsItsStart() {
		tickInAHandover(5500);
		clean();
	}

	@Test
	void jobThatStartsAfterTheDrainTimeoutIsFound() {
		tickInAHandover(7060);
		assertThat(violated(Invariant.I7_NO_WORK_AFTER_THE_END)).singleElement()
			.asString()
			.contains("began 2060.0 ms after");
	}

	private void tickInAHandover(double begin) {
		this.run.term("i1.1", 10, 1000, 5000, "STEP_DOWN").follows("i1.1", 5001, 60_000);
		this.run.fault("step-down", "i1", 4900, 5100);
		this.run.tick("i1.1", 10, 1, TickJob.NEVER_TWICE, 5000, begin, begin + 100).released("i1.1", 10, 7200);
		this.run.leads("i2.1", 20, 7300, 60_000);
	}

	@Test
	void tickThatIsOlderThanTheLastIsFound() {
		eachSecond().interruptedTick("i2.1", 20, 200, TickJob.OFTEN, 11_000, 20_400, 20_500);
		assertThat(violated(Invariant.T5_RISING_TICKS)).singleElement().asString().contains("for tick 11000");
	}

	@Test
	void lostRecordStartsANewAgeOfTicks() {
		killed().tick("i1.1", 10, 1, TickJob.NEVER_TWICE, 10_000, 10_100, 10_200)
			.fault("deleted-record", "store", 10_550, 12_000)
			.tick("i2.1", 20, 1, TickJob.NEVER_TWICE, 10_000, 12_700, 12_800);
		clean();
	}

	@Test
	void tickOfAClockFarAheadIsDropped() {
		eachSecond().fault("clock-forward", "i2", 30_000, 33_000)
			.tick("i2.1", 20, 200, TickJob.NEVER_TWICE, 7_230_000, 30_100, 30_200)
			.tick("i2.1", 20, 201, TickJob.NEVER_TWICE, 34_000, 34_100, 34_200);
		neverTwice("i2.1", 20, 35, 59);
		clean();
	}

	@Test
	void jobInARollingRestartFinishesOnce() {
		killed().interruptedTick("i2.1", 20, 1, TickJob.LONG, 20_000, 20_001, 23_000)
			.fault("rolling-restart", "store", 21_000, 35_000)
			.tick("i2.1", 20, 2, TickJob.LONG, 20_000, 24_000, 29_000)
			.tick("i2.1", 20, 3, TickJob.LONG, 40_000, 40_001, 45_001);
		assertThat(clean().text()).contains("1 rolling restarts, 1 of them during the long job");
	}

	@Test
	void unfinishedJobOfARollingRestartIsFound() {
		killed().interruptedTick("i2.1", 20, 1, TickJob.LONG, 20_000, 20_001, 23_000)
			.fault("rolling-restart", "store", 21_000, 35_000)
			.tick("i2.1", 20, 3, TickJob.LONG, 40_000, 40_001, 45_001);
		assertThat(violated(Invariant.T1_TICKS_FINISHED_ONCE)).singleElement().asString().contains("finished 0 times");
	}

	@Test
	void jobInterruptedAtEveryAttemptIsCountedSeparately() {
		killed().interruptedTick("i2.1", 20, 1, TickJob.LONG, 20_000, 20_001, 23_000)
			.fault("rolling-restart", "store", 21_000, 35_000)
			.interruptedTick("i2.1", 20, 2, TickJob.LONG, 20_000, 24_000, 26_000)
			.interruptedTick("i2.1", 20, 3, TickJob.LONG, 20_000, 27_000, 29_000)
			.tick("i2.1", 20, 4, TickJob.LONG, 40_000, 40_001, 45_001);
		assertThat(clean().text()).contains("apart: 1 " + TickCheck.GIVEN_UP)
			.contains("1 rolling restarts, 0 of them during the long job");
	}

}
