/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.leaderelection.history.HistoryFormatException;
import io.leaderelection.history.RunFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Checks that the checker finds in a written history what its case expects, and nothing
 * else. For each invariant, at least one history violates only that invariant.
 */
class CheckerTests {

	private static final String CLEAN = "clean";

	private static final String LACKS = "lacks";

	/** Others may be lacking, too. */
	private static final String OTHERS = "...";

	private static final String RAN = "ran";

	private static final String UNREADABLE = "unreadable";

	@TempDir
	Path folder;

	SyntheticRun run;

	@BeforeEach
	void begin() {
		this.run = new SyntheticRun(this.folder);
	}

	@ParameterizedTest
	@MethodSource("cases")
	void historyIsJudged(WrittenCase written) {
		this.run.add(written.history().toArray(String[]::new));
		assertThat(written.expected()).isNotEmpty();
		Map<String, List<String>> expected = new TreeMap<>();
		for (String line : written.expected()) {
			String[] parts = line.split(" ", 2);
			expected.computeIfAbsent(parts[0], (what) -> new ArrayList<>()).add((parts.length > 1) ? parts[1] : "");
		}
		if (expected.containsKey(UNREADABLE)) {
			assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
				.withMessageContaining(expected.get(UNREADABLE).get(0));
		}
		else if (expected.containsKey(RAN)) {
			expected.get(RAN).forEach(this::assertRan);
		}
		else {
			assertVerdict(expected);
		}
	}

	static Stream<Named<WrittenCase>> cases() {
		return Stream
			.of("leadership", "ledger", "work", "liveness", "promptness", "recovery", "once", "spread", "ticks",
					"running-time")
			.flatMap((file) -> WrittenCase.of(file + ".txt")
				.stream()
				.map((written) -> Named.of(file + ": " + written.name(), written)));
	}

	private void assertRan(String line) {
		WrittenLine expected = WrittenLine.parse("i1 " + line);
		RunningTime time = new Run(RunFolder.read(this.run.finish())).time;
		long ran = time.ran(expected.subject(), SyntheticRun.nanos(expected.from()), SyntheticRun.nanos(expected.to()));
		assertThat(ran / 1_000_000).as(line).isEqualTo(Long.parseLong(expected.verb()));
	}

	private void assertVerdict(Map<String, List<String>> expected) {
		Verdict verdict = this.run.check();
		String text = verdict.text().replaceAll(" +", " ");
		Map<String, List<String>> violations = new TreeMap<>();
		verdict.violations().forEach((invariant, messages) -> violations.put(invariant.code(), messages));
		List<String> clean = expected.remove(CLEAN);
		List<String> lacks = expected.remove(LACKS);
		assertThat(violations.keySet()).as(text).isEqualTo(expected.keySet());
		violations.forEach((code, messages) -> {
			assertThat(messages).hasSameSizeAs(expected.get(code));
			for (int i = 0; i < messages.size(); i++) {
				assertThat(messages.get(i)).contains(texts(expected.get(code).get(i)));
			}
		});
		assertThat(verdict.isClean()).as(text).isEqualTo(clean != null);
		if (clean != null) {
			assertThat(text).endsWith("VERDICT clean");
			clean.forEach((line) -> assertThat(text).contains(texts(line)));
		}
		if (lacks != null && lacks.remove(OTHERS)) {
			assertThat(verdict.lacks()).containsAll(lacks);
		}
		else if (lacks != null) {
			assertThat(verdict.lacks()).isEqualTo(lacks);
		}
	}

	private static String[] texts(String line) {
		return line.split(" \\| ");
	}

	@Test
	void longRunWithEnoughOfEverythingLacksNothing() {
		this.run.add("seconds 600", "i5.1 has-work");
		for (int i = 0; i < 100; i++) {
			String process = "i" + (i % 5 + 1) + ".1";
			int token = 10 + i;
			int from = 1000 + 5000 * i;
			int to = from + 4500;
			this.run.add("%s term %d STEP_DOWN %d..%d".formatted(process, token, from, to),
					"fault cut i1 %d..%d".formatted(from - 1000, from - 999),
					"%s task %d 1 %d..%d".formatted(process, token, from + 1, to),
					"%s calls %d %d..%d".formatted(process, token, from, to),
					"%s released %d at %d".formatted(process, token, to + 1));
		}
		this.run.add("i1.1 leads 1000 501000..600000", "i2.1 closed errors 0 at 599000", "i6.1 follows 1000..600000",
				"i6.1 answered followed 1000..600000 in further", "i6.1 heap-full 100000..102000",
				"i6.1 heap-full 200000..202000", "i6.1 heap-full 300000..302000");
		for (int i = 1; i < 30; i++) {
			boolean changes = 4 * i <= 100;
			this.run.add("%s tick %d %d long %d %d..%d".formatted(changes ? "i" + ((4 * i - 1) % 5 + 1) + ".1" : "i1.1",
					changes ? 9 + 4 * i : 1000, 100 + i, 20_000 * i, 20_000 * i + 1, 20_000 * i + 400));
		}
		this.run.add("quiet 540000..599000", "spread 2", "i1.1 led 1 501000..600000 in spread-1",
				"i2.2 led 1 501000..600000 in spread-2", "i1.1 led 1 501000..600000 in preferred",
				"i1.1 once 1 1 2000..2200 in once-1", "i2.2 done at 2300 in once-1");
		Verdict verdict = this.run.check();
		assertThat(verdict.isClean()).as(verdict.text()).isTrue();
	}

	@Test
	void stopExcusesWorkOnlyOnce() {
		this.run.add("i1.1 leads 10 1000..5000", "i1.1 call 10 1 4999..11000", "i2.1 leads 20 7100..60000");
		for (int i = 0; i < 8; i++) {
			int at = 8000 + 350 * i;
			this.run.add("i2.1 call 20 %d %d..%d".formatted(i, at, at + 40),
					"i1.1 stalled %d..%d".formatted(at - 60, at), "i1.1 follows %d..%d".formatted(at + 1, at + 280));
		}
		this.run.add("fault freeze i1 5000..7500");
		assertVerdict(new TreeMap<>(Map.of("I4", List.of(""), "I7", List.of(""))));
	}

	@Test
	void samplerStallWhileOthersWorkIsNotLost() {
		this.run.add("i1.1 follows 1000..9000", "i1.1 stalled 3000..5000");
		for (int i = 0; i < 100; i++) {
			this.run.add("i1.1 refused 10 %d at %s".formatted(i, 3000.5 + 10 * i));
		}
		assertRan("3000 2000..6000");
	}

}
