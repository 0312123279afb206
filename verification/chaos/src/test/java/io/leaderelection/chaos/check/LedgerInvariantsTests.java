/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checks of writers and ledger (I3).
 */
class LedgerInvariantsTests extends CheckedRun {

	@Test
	void acceptedStaleWriteIsFound() {
		this.run.clean().writes("i1.1", 10, 3, 9999);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement()
			.asString()
			.contains("ledger:4", "token 10", "token 30");
	}

	@Test
	void refusedStaleWriteRaisesNoAlarm() {
		this.run.clean().refused("i2.1", 20, 3, 20_260);
		assertThat(clean().text()).contains("1 as refused");
	}

	@Test
	void refusalWithoutANewerTermIsFound() {
		this.run.clean().refused("i3.1", 30, 2, 59_000);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement().asString().contains("although nothing newer");
	}

	@Test
	void refusalBeforeANewerWriteIsFound() {
		this.run.clean().refused("i2.1", 20, 3, 20_100);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement().asString().contains("although nothing newer");
	}

	@Test
	void refusedLeaderIsFound() {
		this.run.leads("i1.1", 20, 1000, 5000).writes("i1.1", 20, 1, 4000).begins("i1.1", 20, 1, 3999);
		this.run.leads("i2.1", 10, 6000, 60_000).refused("i2.1", 10, 1, 7000);
		assertThat(allViolated(Invariant.I2_RISING_TOKENS, Invariant.I3_FENCED_WRITES).get(Invariant.I3_FENCED_WRITES))
			.singleElement()
			.asString()
			.contains("was refused, but its process answers for", "more that it leads");
	}

	@Test
	void leaderRefusedInADeclaredWindowIsCountedSeparately() {
		this.run.leads("i1.1", 10, 1000, 5500).follows("i1.1", 5501, 60_000).leads("i2.1", 20, 5000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000).writes("i2.1", 20, 1, 5100).refused("i1.1", 10, 1, 5200);
		assertThat(clean().text()).contains("1 leaders that were refused in windows outside the guarantees");
	}

	@Test
	void refusedWriteInTheLedgerIsFound() {
		this.run.clean().refused("i2.1", 20, 1, 20_260);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement().asString().contains("was reported refused");
	}

	@Test
	void missingAcceptedWriteIsFound() {
		this.run.clean().answered("i3.1", 30, 2, 20_260, 17);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement().asString().contains("the ledger has nothing");
	}

	@Test
	void writeEnteredForAnotherProcessIsFound() {
		this.run.clean().answered("i3.1", 30, 2, 20_260, 3);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement()
			.asString()
			.contains("the ledger has LedgerEntry");
	}

	@Test
	void missingEntryIsFound() {
		this.run.clean().entered(5, 30, "i3.1", 2);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement()
			.asString()
			.contains("its number 5 does not follow");
	}

	@Test
	void tokenThatItsWriterNeverOwnedIsFound() {
		this.run.clean().entered(4, 31, "i3.1", 2);
		assertThat(violated(Invariant.I3_FENCED_WRITES)).singleElement()
			.asString()
			.contains("i3.1 had no term with token 31");
	}

	@Test
	void entryOfAKilledWriterRaisesNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 60_000).begins("i1.1", 10, 1, 59_000).entered(1, 10, "i1.1", 1);
		assertThat(clean().text()).contains("1 entries; 0 writes reported as accepted");
	}

}
