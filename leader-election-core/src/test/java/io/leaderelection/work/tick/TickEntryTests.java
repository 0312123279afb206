/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

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
	void maximumNumberOfJobsHasRoom() {
		TickEntry longest = new TickEntry(Instant.parse("2300-01-01T00:00:00Z"), TickEntry.State.FINISHED,
				4611686018427387904L, 999, "AbCd1234");
		assertThat((TickEntry.key("any").length() + longest.text().length()) * TickEntry.MAX_JOBS)
			.isLessThanOrEqualTo(8192);
	}

	@Test
	void entryIsAbandonedNinetyDaysAfterItsTick() {
		assertThat(ENTRY.isAbandoned(NOON.plus(Duration.ofDays(90)))).isFalse();
		assertThat(ENTRY.isAbandoned(NOON.plus(Duration.ofDays(91)))).isTrue();
	}

}
