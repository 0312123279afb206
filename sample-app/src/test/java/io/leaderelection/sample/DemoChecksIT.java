/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the checks of {@code ./demo} over recorded answers of the sample. The tools whose
 * versions compute differently, such as awk and date, are not on the path.
 */
class DemoChecksIT {

	private static final long FIRST = 1795726381010L;

	private static final long SECOND = 1795726400134L;

	private static final List<String> GOOD = List.of(entry(1, FIRST, "instance-1", "2026-11-26T20:53:00Z"),
			entry(2, FIRST, "instance-1", "-"), entry(3, SECOND, "instance-2", "2026-11-26T20:53:20Z"),
			entry(4, SECOND, "instance-2", "2026-11-26T20:53:40Z"),
			entry(5, SECOND, "instance-2", "2026-11-26T20:54:00.000Z"));

	@TempDir
	private Path path;

	@Test
	void goodRunPasses() throws Exception {
		Result ledger = check("check_ledger", GOOD, List.of());
		assertThat(ledger.output()).isEqualTo("Ledger: 5 invoices of 2 leaders, no gap, no duplicate, no stale token.");
		assertThat(ledger.status()).isZero();
		Result ticks = check("check_ticks", GOOD, List.of());
		assertThat(ticks.output()).isEqualTo("ticks: 4 run, 0 missed, 0 doubled, 0 rewound");
		assertThat(ticks.status()).isZero();
	}

	@Test
	void tickBegunAgainAfterTheKillPasses() throws Exception {
		Result ticks = check("check_ticks", GOOD, List.of("2026-11-26T20:53:00Z\t" + FIRST + "\t" + SECOND));
		assertThat(ticks.output())
			.isEqualTo("ticks: 4 run, 0 missed, 0 doubled, 0 rewound (1 begun again after the kill)");
		assertThat(ticks.status()).isZero();
	}

	@Test
	void doubledTickFails() throws Exception {
		Result again = check("check_ticks", GOOD, List.of("2026-11-26T20:53:40Z\t" + SECOND + "\t" + SECOND));
		assertThat(again.output()).isEqualTo("ticks: 4 run, 0 missed, 1 doubled, 0 rewound");
		assertThat(again.status()).isOne();
		Result ownKill = check("check_ticks", GOOD, List.of("2026-11-26T20:53:00Z\t" + FIRST + "\t" + FIRST));
		assertThat(ownKill.output()).contains("1 doubled");
		assertThat(ownKill.status()).isOne();
		Result entry = check("check_ticks", with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:53:40Z")), List.of());
		assertThat(entry.output()).isEqualTo("ticks: 4 run, 0 missed, 1 doubled, 0 rewound");
		assertThat(entry.status()).isOne();
	}

	@Test
	void missedTickFails() throws Exception {
		Result ticks = check("check_ticks", with(3, entry(4, SECOND, "instance-2", "-")), List.of());
		assertThat(ticks.output()).isEqualTo("ticks: 3 run, 1 missed, 0 doubled, 0 rewound");
		assertThat(ticks.status()).isOne();
		Result none = check("check_ticks", List.of(entry(1, FIRST, "instance-1", "-")), List.of());
		assertThat(none.output()).startsWith("ticks: 0 run");
		assertThat(none.status()).isOne();
	}

	@Test
	void rewoundTickFails() throws Exception {
		Result ticks = check("check_ticks", with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:52:40Z")), List.of());
		assertThat(ticks.output()).isEqualTo("ticks: 4 run, 0 missed, 0 doubled, 1 rewound");
		assertThat(ticks.status()).isOne();
	}

	@Test
	void ticksAcrossTheEndOfAYearAreInOrder() throws Exception {
		Result ticks = check(
				"check_ticks", List.of(entry(1, FIRST, "a", "2027-12-31T23:59:40Z"),
						entry(2, SECOND, "b", "2028-01-01T00:00:00Z"), entry(3, SECOND, "b", "2028-01-01T00:00:20Z")),
				List.of());
		assertThat(ticks.output()).isEqualTo("ticks: 3 run, 0 missed, 0 doubled, 0 rewound");
		assertThat(ticks.status()).isZero();
	}

	@Test
	void gapStaleTokenAndForeignWriterFail() throws Exception {
		Result gap = check("check_ledger", with(3, entry(5, SECOND, "instance-2", "-")), List.of());
		assertThat(gap.output()).isEqualTo("ledger, line 4: number 5 instead of 4");
		assertThat(gap.status()).isOne();
		Result stale = check("check_ledger", with(4, entry(5, FIRST, "instance-1", "-")), List.of());
		assertThat(stale.output()).isEqualTo("ledger, line 5: token " + FIRST + " after " + SECOND);
		assertThat(stale.status()).isOne();
		Result foreign = check("check_ledger", with(4, entry(5, SECOND, "instance-3", "-")), List.of());
		assertThat(foreign.output())
			.isEqualTo("ledger, line 5: token " + SECOND + " of instance-3 belongs to instance-2");
		assertThat(foreign.status()).isOne();
		Result alone = check("check_ledger", GOOD.subList(0, 2), List.of());
		assertThat(alone.output()).isEqualTo("ledger: entries of 1 terms instead of 2");
		assertThat(alone.status()).isOne();
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

	private Result check(String function, List<String> ledger, List<String> repeats)
			throws IOException, InterruptedException {
		Path demo = Path.of("..", "demo").toAbsolutePath().normalize();
		for (String tool : List.of("bash", "dirname")) {
			Path link = this.path.resolve(tool);
			if (!Files.exists(link)) {
				Files.createSymbolicLink(link, tool(tool));
			}
		}
		ProcessBuilder builder = new ProcessBuilder("bash", "-c",
				"source \"$1\"; read_ledger() { :; }; ledger=\"$2\" repeats=\"$3\" tick_seconds=20 victim_token="
						+ FIRST + "; " + function,
				"check", demo.toString(), text(ledger), text(repeats));
		builder.environment().put("PATH", this.path.toString());
		Process process = builder.redirectErrorStream(true).start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		return new Result(process.waitFor(), output);
	}

	private static Path tool(String name) {
		return Stream.of(System.getenv("PATH").split(":"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst()
			.orElseThrow(() -> new AssertionError(name + " is missing"));
	}

	private static String text(List<String> lines) {
		return lines.stream().map((line) -> line + "\n").collect(Collectors.joining());
	}

	private record Result(int status, String output) {
	}

}
