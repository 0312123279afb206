/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.LedTerm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TermBarsTests {

	private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

	/** Takes minutes before now. */
	private static LedTerm term(String leader, int from, @Nullable Integer until, boolean own) {
		return new LedTerm(leader, from, ago(from), (until != null) ? ago(until) : null, own, null);
	}

	private static Instant ago(int minutes) {
		return NOW.minus(Duration.ofMinutes(minutes));
	}

	private static String lanes(List<LedTerm> history) {
		Markup page = new Markup();
		TermBars.ofOne(history, NOW).lanes(page, history);
		return page.toString();
	}

	@Test
	void barsShowTermsAndTheTimeWithoutLeader() {
		assertThat(lanes(List.of(term("a", 100, 60, true), term("b", 50, null, false))))
			.contains("<span class=\"who\">b</span>")
			.contains("<desc>once, 50 min, now</desc>")
			.contains("<title>a (this instance)</title><desc>once, 40 min</desc>")
			.contains("<title>no known leader</title><desc>once, 10 min</desc>")
			.contains("<title>2026-01-01 23:00:00, for 10 min</title>")
			.contains("<rect class=\"own\" x=\"0\"")
			.contains("<rect class=\"other\" x=\"333\" y=\"0\" width=\"665\"");
	}

	@Test
	void openVacancyLastsUntilNow() {
		assertThat(lanes(List.of(term("a", 100, 90, false))))
			.contains("<title>no known leader</title><desc>once, 1 h 30 min</desc>");
	}

	@Test
	void oldestTermIsCutSoThatTheOthersHaveRoom() {
		List<LedTerm> history = List.of(term("a", 60 * 24 * 365 * 56, 40, false), term("b", 40, null, false));
		assertThat(TermBars.ofOne(history, NOW).start()).isEqualTo(ago(50));
		assertThat(lanes(history)).contains("<rect class=\"other\" x=\"200\" y=\"0\" width=\"798\"");
	}

	@Test
	void manyLeadersShareALane() {
		List<LedTerm> history = new ArrayList<>();
		for (int i = 100; i > 0; i--) {
			history.add(term("leader-" + i, i, i - 1, false));
		}
		assertThat(lanes(history)).contains("<title>others</title><desc>92 times, 1 h 32 min</desc>")
			.contains("<title>leader-8</title>")
			.doesNotContain("<title>leader-9</title>")
			.doesNotContain("no known leader");
	}

	@ParameterizedTest
	@CsvSource({ "1, PT5M", "5, PT5M", "6, PT15M", "61, PT6H", "100000, P1D" })
	void stripsShareASpanUpToADay(int age, Duration span) {
		TermBars bars = TermBars.ofMany(Stream.of(List.of(term("a", age, null, false)), List.of()), NOW);
		assertThat(bars.span()).isEqualTo(span);
		Markup page = new Markup();
		bars.strip(page, List.of(term("a", 100_000, 99_000, true), term("b", age, null, true)));
		assertThat(page.toString()).contains("<title>1 term, 1 of this instance</title>");
	}

	@Test
	void clockThatWentBackDrawsNothingOutside() {
		List<LedTerm> history = List.of(term("a", -10, -5, false), term("b", -5, null, false));
		assertThat(lanes(history)).doesNotContain("x=\"-").doesNotContain("width=\"-");
	}

	@ParameterizedTest
	@CsvSource({ "PT-1S, 0 ms", "PT0.5S, 500 ms", "PT1.25S, 1.2 s", "PT60S, 1 min", "PT61S, 1 min 1 s", "PT2H, 2 h",
			"PT49H, 2 d 1 h" })
	void spansHaveTwoUnits(Duration span, String text) {
		assertThat(Moments.text(span)).isEqualTo(text);
	}

}
