/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks that spread elections and partitions have one leader each (I1,
 * I2), and are led as preferred again after each fault (D1). The lease is 2 s, so balance
 * is regained within 11.3 s.
 */
class SpreadInvariantsTests extends CheckedRun {

	@BeforeEach
	void lead() {
		this.run.leads("i1.1", 10, 1000, 60_000).follows("i2.1", 1000, 60_000);
		this.run.spreads(4, "i1");
		this.run.injected(EventKind.QUIET_BEGIN, 40_000, 40_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		led("i1.1", "spread-1", 1, 1100, 60_000);
		led("i1.1", "spread-2", 1, 1100, 60_000);
		led("i2.1", "spread-3", 1, 1100, 60_000);
	}

	@Test
	void evenSpreadRaisesNoAlarm() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 60_000);
		assertThat(clean().text()).containsPattern("D1 +led as preferred +ok")
			.contains("5 terms of 5 elections", "regained in 1 of 1 times without faults, after 100.0 ms");
	}

	@Test
	void balanceRegainedInTimeRaisesNoAlarm() {
		led("i1.1", "preferred", 1, 1100, 20_000);
		led("i2.1", "preferred", 2, 20_001, 25_000);
		led("i1.1", "preferred", 3, 25_010, 60_000);
		led("i2.1", "spread-4", 1, 1100, 20_000);
		led("i1.1", "spread-4", 2, 20_010, 29_000);
		led("i2.1", "spread-4", 3, 29_010, 60_000);
		this.run.onFollower("delay", "i2", 18_000, 20_000);
		assertThat(clean().text())
			.contains("regained in 2 of 2 times without faults, after 9010.0 ms at most (after delay of i2");
	}

	@Test
	void balanceThatIsNotRegainedIsFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 20_000);
		led("i1.1", "spread-4", 2, 20_010, 60_000);
		this.run.onFollower("delay", "i2", 18_000, 20_000);
		assertThat(violated(Invariant.D1_LED_AS_PREFERRED)).singleElement()
			.asString()
			.contains("not balanced", "all {i1=3, i2=1}", "after delay of i2");
	}

	@Test
	void evenPartitionsRaiseNoAlarm() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "parcels:0", 1, 1100, 60_000);
		clean();
	}

	@Test
	void partitionsThatAreLedByOneInstanceAreFound() {
		this.run.spreads(5, "i1");
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "parcels:0", 1, 1100, 60_000);
		led("i2.1", "parcels:1", 1, 1100, 60_000);
		assertThat(violated(Invariant.D1_LED_AS_PREFERRED)).singleElement()
			.asString()
			.contains("parcels={i2=2}", "all {i1=2, i2=3}");
	}

	@Test
	void twoOwnersOfAPartitionAreFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "parcels:0", 1, 1100, 1200);
		led("i1.1", "parcels:0", 2, 1150, 1250);
		led("i2.1", "parcels:0", 3, 1260, 60_000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).singleElement()
			.asString()
			.contains("overlap by 50.0 ms");
	}

	@Test
	void ownerOfAPartitionThatIsFrozenBeforeItsStampRaisesNoAlarm() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		this.run.write("i2.1", SyntheticRun.ledEvent("parcels:0", 1, 1100, 20_000, 24_000));
		led("i1.1", "parcels:0", 2, 23_000, 23_900);
		led("i2.1", "parcels:0", 3, 24_010, 60_000);
		this.run.fault("sigstop", "i2", 20_000, 24_000);
		assertThat(clean().text()).contains("1 possible overlaps");
	}

	@Test
	void balanceThatIsLostWithoutAFaultIsFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 45_000);
		led("i1.1", "spread-4", 2, 45_010, 46_000);
		led("i2.1", "spread-4", 3, 46_010, 60_000);
		assertThat(violated(Invariant.D1_LED_AS_PREFERRED)).hasSize(1);
	}

	@Test
	void balanceThatIsLostToAStallIsNotJudged() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		expires("i2.1", 55_000);
		this.run.injected(EventKind.WATCHDOG, 54_000, 54_500);
		assertThat(clean().text()).contains("regained in 1 of 1", "1 times were shorter");
	}

	@Test
	void balanceThatIsLostWithoutAStallIsFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		expires("i2.1", 55_000);
		this.run.injected(EventKind.WATCHDOG, 50_000, 50_500);
		assertThat(violated(Invariant.D1_LED_AS_PREFERRED)).hasSize(1);
	}

	/** Lets an instance lose an election, which i1 then leads. */
	private void expires(String process, double at) {
		led(process, "spread-4", 1, 1100, at);
		HistoryEvent granted = HistoryEvent.of(EventKind.GRANTED, SyntheticRun.nanos(1100), SyntheticRun.nanos(1100));
		HistoryEvent revoked = HistoryEvent.of(EventKind.REVOKED, SyntheticRun.nanos(at), SyntheticRun.nanos(at));
		this.run.write(process, granted.in("spread-4").withToken(1))
			.write(process, revoked.in("spread-4").withToken(1).with("cause", "EXPIRED"));
		led("i1.1", "spread-4", 2, at + 10, 60_000);
	}

	@Test
	void preferredInstanceThatDoesNotLeadIsFound() {
		led("i2.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 60_000);
		assertThat(violated(Invariant.D1_LED_AS_PREFERRED)).singleElement()
			.asString()
			.contains("preferred election is led by [i2]");
	}

	@Test
	void aFaultSoonAfterAnotherIsNotJudged() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 20_000);
		led("i1.1", "spread-4", 2, 20_010, 34_000);
		led("i2.1", "spread-4", 3, 34_010, 60_000);
		this.run.onFollower("delay", "i2", 18_000, 20_000).onFollower("delay", "i2", 29_000, 30_000);
		assertThat(clean().text()).contains("regained in 2 of 2", "1 times were shorter");
	}

	@Test
	void twoLeadersOfASpreadElectionAreFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 1200);
		led("i1.1", "spread-4", 2, 1150, 1250);
		led("i2.1", "spread-4", 3, 1260, 60_000);
		assertThat(violated(Invariant.I1_EXCLUSIVE_LEADERSHIP)).singleElement()
			.asString()
			.contains("i2.1 with token 1", "overlap by 50.0 ms");
	}

	@Test
	void overlapsInADeclaredWindowAreCountedSeparately() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i2.1", "spread-4", 1, 1100, 1200);
		led("i1.1", "spread-4", 2, 1150, 1250);
		led("i2.1", "spread-4", 3, 1260, 60_000);
		this.run.breaking("server-clock-forward", "store", 1050, 1150);
		assertThat(clean().text()).contains("apart: 1 " + LeadershipCheck.IN_DECLARED);
	}

	@Test
	void tokenOfTwoOwnersIsFound() {
		led("i1.1", "preferred", 1, 1100, 60_000);
		led("i1.1", "spread-4", 1, 1100, 1200);
		led("i2.1", "spread-4", 1, 1210, 60_000);
		assertThat(violated(Invariant.I2_RISING_TOKENS)).singleElement().asString().contains("one token, two owners");
	}

	private void led(String process, String election, long token, double from, double to) {
		this.run.led(process, election, token, from, to);
	}

}
