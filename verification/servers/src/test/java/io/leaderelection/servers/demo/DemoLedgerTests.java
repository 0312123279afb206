/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Runs the checks of {@code ./demo} over recorded answers of the sample.
 */
class DemoLedgerTests {

	private static final long FIRST = 1795726381010L;

	private static final long SECOND = 1795726400134L;

	private static final List<String> GOOD = List.of(entry(1, FIRST, "instance-1", "2026-11-26T20:53:00Z"),
			entry(2, FIRST, "instance-1", "-"), entry(3, SECOND, "instance-2", "2026-11-26T20:53:20Z"),
			entry(4, SECOND, "instance-2", "2026-11-26T20:53:40Z"),
			entry(5, SECOND, "instance-2", "2026-11-26T20:54:00.000Z"));

	static List<Arguments> ledgers() {
		return List.of(arguments(GOOD, true, "Ledger: 5 invoices of 2 leaders, no gap, no duplicate, no stale token."),
				arguments(with(3, entry(5, SECOND, "instance-2", "-")), false, "ledger, line 4: number 5 instead of 4"),
				arguments(with(4, entry(5, FIRST, "instance-1", "-")), false,
						"ledger, line 5: token " + FIRST + " after " + SECOND),
				arguments(with(4, entry(5, SECOND, "instance-3", "-")), false,
						"ledger, line 5: token " + SECOND + " of instance-3 belongs to instance-2"),
				arguments(GOOD.subList(0, 2), false, "ledger: entries of 1 terms instead of 2"));
	}

	@ParameterizedTest
	@MethodSource("ledgers")
	void checkReportsWhatIsWrongWithTheLedger(List<String> entries, boolean good, String report) {
		Findings findings = ledger(entries, "").checkEntries();
		assertThat(findings.lines()).containsExactly(report);
		assertThat(findings.isBad()).isEqualTo(!good);
	}

	static List<Arguments> ticks() {
		List<String> newYear = List.of(entry(1, FIRST, "a", "2027-12-31T23:59:40Z"),
				entry(2, SECOND, "b", "2028-01-01T00:00:00Z"), entry(3, SECOND, "b", "2028-01-01T00:00:20Z"));
		return List.of(arguments(GOOD, "", true, "ticks: 4 run, 0 missed, 0 doubled, 0 rewound"),
				arguments(newYear, "", true, "ticks: 3 run, 0 missed, 0 doubled, 0 rewound"),
				arguments(GOOD, "2026-11-26T20:53:00Z\t" + FIRST + "\t" + SECOND + "\n", true,
						"ticks: 4 run, 0 missed, 0 doubled, 0 rewound (1 begun again after the kill)"),
				arguments(GOOD, "2026-11-26T20:53:00Z\t" + FIRST + "\t" + FIRST + "\n", false,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments(GOOD, "2026-11-26T20:53:40Z\t" + SECOND + "\t" + SECOND + "\n", false,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments(with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:53:40Z")), "", false,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments(with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:52:40Z")), "", false,
						"ticks: 4 run, 0 missed, 0 doubled, 1 rewound"),
				arguments(with(3, entry(4, SECOND, "instance-2", "-")), "", false,
						"ticks: 3 run, 1 missed, 0 doubled, 0 rewound"),
				arguments(with(3, entry(4, SECOND, "instance-2", "20:53:40")), "", false,
						"ticks: \"20:53:40\" is not an instant"),
				arguments(List.of(entry(1, FIRST, "instance-1", "-")), "", false,
						"ticks: 0 run, 0 missed, 0 doubled, 0 rewound"));
	}

	@ParameterizedTest
	@MethodSource("ticks")
	void checkReportsWhatIsWrongWithTheTicks(List<String> entries, String repeats, boolean good, String report) {
		Findings findings = ledger(entries, repeats).checkTicks(20, FIRST);
		assertThat(findings.lines()).containsExactly(report);
		assertThat(findings.isBad()).isEqualTo(!good);
	}

	@Test
	void entryOfATokenIsFound() {
		assertThat(ledger(GOOD, "").hasEntryOf(SECOND)).isTrue();
		assertThat(ledger(GOOD, "").hasEntryOf(SECOND + 1)).isFalse();
	}

	private static DemoLedger ledger(List<String> entries, String repeats) {
		return DemoLedger.parse(String.join("\n", entries) + "\n", repeats);
	}

	private static String entry(int number, long token, String writer, String tick) {
		return number + "\t" + token + "\t2026-11-26T20:53:20.134Z\t" + writer + "\t" + tick;
	}

	/** Returns the good ledger with another entry at an index. */
	private static List<String> with(int index, String entry) {
		List<String> lines = new ArrayList<>(GOOD);
		lines.set(index, entry);
		return lines;
	}

}
