/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the check of work that is done once for all instances (I4, I16).
 */
class OnceForAllTests extends CheckedRun {

	@BeforeEach
	void lead() {
		this.run.leads("i1.1", 10, 1000, 60_000).follows("i2.1", 1000, 60_000);
	}

	@Test
	void workDoneOnceRaisesNoAlarm() {
		this.run.onceForAll("i1.1", "once-1", 7, 2000, 2200).isDone("i1.1", "once-1", 2210);
		this.run.isDone("i2.1", "once-1", 2220).onceForAll("i2.1", "once-2", 7, 7000, 7200);
		assertThat(clean().text()).containsPattern("I16 +done once +ok")
			.contains("1 pieces of work done once for all, begun again 0 times");
	}

	@Test
	void workWhoseLeaderDiesMayBeginAgain() {
		this.run.onceForAll("i1.1", "once-1", 7, 2000, 2200)
			.onceForAll("i2.1", "once-1", 8, 4000, 4200)
			.isDone("i2.1", "once-1", 4210);
		assertThat(clean().text()).contains("begun again 1 times");
	}

	@Test
	void workThatBeginsAfterItIsDoneIsFound() {
		this.run.onceForAll("i1.1", "once-1", 7, 2000, 2200)
			.isDone("i1.1", "once-1", 2210)
			.onceForAll("i2.1", "once-1", 8, 4000, 4200);
		assertThat(violated(Invariant.I16_DONE_ONCE)).singleElement().asString().contains("began 1790.0 ms after");
	}

	@Test
	void workThatNobodyDidIsFound() {
		this.run.isDone("i2.1", "once-1", 2300);
		assertThat(violated(Invariant.I16_DONE_ONCE)).singleElement().asString().contains("nobody has done the work");
	}

	@Test
	void workOfTwoInstancesAtATimeIsFound() {
		this.run.onceForAll("i1.1", "once-1", 7, 2000, 2200).onceForAll("i2.1", "once-1", 8, 2100, 2300);
		assertThat(violated(Invariant.I4_SINGLE_EXECUTION)).singleElement().asString().contains("100.0 ms");
	}

	@Test
	void workOfAStoppedInstanceIsCountedSeparately() {
		this.run.onceForAll("i2.1", "once-1", 7, 2000, 6000).onceForAll("i1.1", "once-1", 8, 5000, 5200);
		this.run.isDone("i1.1", "once-1", 5210).fault("sigstop", "i2", 2100, 5900);
		assertThat(clean().text()).contains("1 " + OverlapCheck.AFTER_STOP);
	}

	@Test
	void workAfterALocalClockStepIsCountedSeparately() {
		this.run.over("local").fault("clock-forward", "i1", 1900, 5000);
		this.run.onceForAll("i1.1", "once-1", 7, 2000, 2200).onceForAll("i2.1", "once-1", 8, 2100, 2300);
		this.run.isDone("i2.1", "once-1", 2310);
		assertThat(clean().text()).contains("1 " + OverlapCheck.CLOCK_OF_STORE);
	}

	@Test
	void workBegunByAStoppedInstanceRaisesNoAlarm() {
		this.run.onceForAll("i1.1", "once-1", 8, 3000, 3200).isDone("i1.1", "once-1", 3210);
		this.run.onceForAll("i2.1", "once-1", 7, 6010, 6020).fault("sigstop", "i2", 2000, 6000);
		clean();
	}

}
