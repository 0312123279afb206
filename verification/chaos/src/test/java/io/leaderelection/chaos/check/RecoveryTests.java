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
 * Tests for the check that elections recover after memory or threads were exhausted
 * (I14).
 */
class RecoveryTests extends CheckedRun {

	@BeforeEach
	void lead() {
		this.run.leads("i1.1", 10, 1000, 60_000).follows("i2.1", 1000, 60_000);
		this.run.storeAnswers("i2.1", "followed", 1000, 10_000);
	}

	@Test
	void electionThatContinuesRaisesNoAlarm() {
		this.run.exhausted("i2.1", 10_000, 12_000).storeAnswers("i2.1", "led", 15_900, 60_000);
		assertThat(clean().text()).containsPattern("I14 +recovery +ok")
			.contains("next answer of the store 3900.0 ms, further after");
	}

	@Test
	void anElectionThatStaysSilentIsFound() {
		this.run.exhausted("i2.1", 10_000, 12_000);
		assertThat(violated(Invariant.I14_RECOVERY)).singleElement()
			.asString()
			.contains("further of i2: no answer of the store while contending for 48000.0 ms",
					"exhaustion of heap (i2.1.history:");
	}

	@Test
	void electionThatContinuesLateIsFound() {
		this.run.exhausted("i2.1", 10_000, 12_000).storeAnswers("i2.1", "followed", 16_100, 60_000);
		assertThat(violated(Invariant.I14_RECOVERY)).singleElement().asString().contains("for 4100.0 ms");
	}

	@Test
	void anElectionThatFallsSilentAgainIsFound() {
		this.run.exhausted("i2.1", 10_000, 12_000).storeAnswers("i2.1", "followed", 12_100, 14_000);
		assertThat(violated(Invariant.I14_RECOVERY)).singleElement().asString().contains("for 46900.0 ms");
	}

	@Test
	void anElectionThatIsNeitherLedNorFollowedIsFound() {
		this.run.exhausted("i2.1", 10_000, 12_000).storeAnswers("i2.1", "undecided", 12_100, 60_000);
		assertThat(violated(Invariant.I14_RECOVERY)).singleElement()
			.asString()
			.contains("further of i2: neither led nor followed for 48000.0 ms");
	}

	@Test
	void anElectionWhoseLeaderIsHitMayBeUndecided() {
		this.run.exhausted("i2.1", 10_000, 12_000).storeAnswers("i2.1", "undecided", 12_100, 17_000);
		this.run.storeAnswers("i2.1", "followed", 17_100, 60_000).onFollower("sigkill", "i3", 11_000, 11_500);
		clean();
	}

	@Test
	void anotherFaultOfTheProcessInterruptsTheCount() {
		this.run.exhausted("i2.1", 10_000, 12_000).onFollower("black-hole", "i2", 15_000, 18_000);
		this.run.storeAnswers("i2.1", "followed", 24_000, 60_000);
		clean();
	}

	@Test
	void anElectionThatStaysSilentAfterAnotherFaultIsFound() {
		this.run.exhausted("i2.1", 10_000, 12_000).onFollower("black-hole", "i2", 15_000, 18_000);
		assertThat(violated(Invariant.I14_RECOVERY)).singleElement().asString().contains("for 42000.0 ms");
	}

	@Test
	void stoppedProcessNeedNotRecover() {
		this.run.exhausted("i2.1", 10_000, 12_000)
			.stalled("i2.1", 12_000, 15_000)
			.storeAnswers("i2.1", "followed", 16_100, 60_000);
		clean();
	}

	@Test
	void processThatEndsSoonNeedNotRecover() {
		this.run.follows("i3.1", 1000, 15_000).storeAnswers("i3.1", "followed", 1000, 10_000);
		this.run.exhausted("i3.1", 10_000, 12_000);
		clean();
	}

	@Test
	void termOfAnUnsampledElectionMustBeRevoked() {
		this.run.grantedFurther("i2.1", 20, 5000).closed("i2.1", 59_900);
		assertThat(violated(Invariant.I5_ORDERED_EVENTS)).singleElement().asString().contains("never revoked");
	}

}
