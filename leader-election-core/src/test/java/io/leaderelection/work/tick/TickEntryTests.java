/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.work.LibraryNotes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TickEntryTests {

	private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	private static final TickEntry ENTRY = new TickEntry(NOON, TickEntry.State.BEGUN, 1795242046570L, 2, "AbCd_-34");

	@Test
	void textIsShortAndReadBack() {
		assertThat(ENTRY.text()).isEqualTo("1795521600000,B,1795242046570,2,AbCd_-34");
		assertThat(TickEntry.parse(ENTRY.text())).isEqualTo(ENTRY);
		for (TickEntry.State state : TickEntry.State.values()) {
			TickEntry entry = new TickEntry(NOON, state, Long.MAX_VALUE, 0, "AbCd1234");
			assertThat(TickEntry.parse(entry.text())).isEqualTo(entry);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1795521600000,B,1,2", "1795521600000,X,1,2,AbCd1234", "-1,B,1,2,AbCd1234",
			"1795521600000,B,99999999999999999999,2,AbCd1234", "1795521600000,B,9999999999999999999,2,AbCd1234",
			" 1795521600000,B,1,2,AbCd1234", "1795521600000,B,1,2,AbCd1234 " })
	void otherTextIsRejectedAndQuoted(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> TickEntry.parse(text)).withMessageContaining("'" + text);
	}

	@Test
	void nameOfTheNoteHasAFixedLengthAndDiffers() {
		assertThat(TickEntry.key("invoices")).hasSize(16).startsWith("tick:").isEqualTo(TickEntry.key("invoices"));
		assertThat(TickEntry.key("invoice")).isNotEqualTo(TickEntry.key("invoices"));
	}

	@Test
	void hashDiffersByExpressionAndZoneButNotByOrder() {
		assertThat(TickEntry.hash("0 0 * * * * UTC", "0 30 * * * * UTC"))
			.isEqualTo(TickEntry.hash("0 30 * * * * UTC", "0 0 * * * * UTC"))
			.isNotEqualTo(TickEntry.hash("0 0 * * * * UTC"))
			.hasSize(8);
	}

	@Test
	@DisplayName("Attempts of an interrupted tick are kept; instances that know none take the tick for done")
	void attemptsAreKeptBesideOtherTicks() {
		DoneTicks others = DoneTicks.NONE.with(new DoneTicks.Range(NOON.plusSeconds(60), NOON.plusSeconds(120)))
			.with(new DoneTicks.Range(NOON.plusSeconds(180), NOON.plusSeconds(180), 2));
		TickEntry entry = new TickEntry(NOON, TickEntry.State.FINISHED, 7, 1, "AbCd1234", NOON, others);
		assertThat(entry.text()).endsWith("++2");
		assertThat(TickEntry.parse(entry.text())).isEqualTo(entry);
		assertThat(others.attempts(NOON.plusSeconds(180))).isEqualTo(2);
		assertThat(others.contains(NOON.plusSeconds(180))).isFalse();
		long length = Long.parseLong(entry.text().substring(entry.text().lastIndexOf('+')), 36);
		assertThat(length).as("as the former version parses it").isEqualTo(2);
	}

	@Test
	void maximumNumberOfJobsHasRoom() {
		Instant far = Instant.parse("2300-01-01T00:00:00Z");
		DoneTicks done = DoneTicks.NONE;
		for (int i = 0; i < 10; i++) {
			Instant from = far.plus(Duration.ofDays(1000L * (i - 5)));
			done = done.with(new DoneTicks.Range(from, from.plus(Duration.ofDays(900))));
		}
		Instant since = far.plus(Duration.ofDays(950));
		DoneTicks.Range series = new DoneTicks.Range(since.minus(Duration.ofDays(5)), since);
		TickEntry longest = new TickEntry(series.to(), TickEntry.State.FINISHED, 4611686018427387904L, 999, "AbCd1234",
				series.from(), done.beside(series));
		assertThat(longest.others().ranges()).hasSize(5);
		assertThat(TickEntry.parse(longest.text())).isEqualTo(longest);
		assertThat((TickEntry.key("any").length() + longest.text().length()) * TickEntry.MAX_JOBS)
			.isLessThanOrEqualTo(LibraryNotes.MAX_CHARACTERS);
	}

	@Test
	void ticksOfTheSeriesAndOthersAreDone() {
		DoneTicks others = DoneTicks.NONE.with(new DoneTicks.Range(NOON.plusSeconds(60), NOON.plusSeconds(120)));
		TickEntry entry = new TickEntry(NOON, TickEntry.State.FINISHED, 7, 1, "AbCd1234", NOON.minusSeconds(30),
				others);
		assertThat(entry.isDone(NOON.minusSeconds(30))).isTrue();
		assertThat(entry.isDone(NOON)).isTrue();
		assertThat(entry.isDone(NOON.plusSeconds(90))).isTrue();
		assertThat(entry.isDone(NOON.minusSeconds(31))).isFalse();
		assertThat(entry.isDone(NOON.plusSeconds(30))).isFalse();
		TickEntry seen = new TickEntry(NOON, TickEntry.State.NOTED, 7, 0, "AbCd1234", NOON, others);
		assertThat(seen.isDone(NOON)).as("a tick that was only seen comes again").isFalse();
		assertThat(seen.isDone(NOON.plusSeconds(60))).isTrue();
	}

	@Test
	void entryIsAbandonedNinetyDaysAfterItsTick() {
		assertThat(ENTRY.isAbandoned(NOON.plus(Duration.ofDays(90)))).isFalse();
		assertThat(ENTRY.isAbandoned(NOON.plus(Duration.ofDays(91)))).isTrue();
	}

}
