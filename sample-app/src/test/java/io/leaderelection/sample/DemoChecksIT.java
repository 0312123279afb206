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
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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

	static List<Arguments> runs() {
		List<String> newYear = List.of(entry(1, FIRST, "a", "2027-12-31T23:59:40Z"),
				entry(2, SECOND, "b", "2028-01-01T00:00:00Z"), entry(3, SECOND, "b", "2028-01-01T00:00:20Z"));
		return List.of(
				arguments("ledger", GOOD, "", 0,
						"Ledger: 5 invoices of 2 leaders, no gap, no duplicate, no stale token."),
				arguments("ledger", with(3, entry(5, SECOND, "instance-2", "-")), "", 1,
						"ledger, line 4: number 5 instead of 4"),
				arguments("ledger", with(4, entry(5, FIRST, "instance-1", "-")), "", 1,
						"ledger, line 5: token " + FIRST + " after " + SECOND),
				arguments("ledger", with(4, entry(5, SECOND, "instance-3", "-")), "", 1,
						"ledger, line 5: token " + SECOND + " of instance-3 belongs to instance-2"),
				arguments("ledger", GOOD.subList(0, 2), "", 1, "ledger: entries of 1 terms instead of 2"),
				arguments("ticks", GOOD, "", 0, "ticks: 4 run, 0 missed, 0 doubled, 0 rewound"),
				arguments("ticks", newYear, "", 0, "ticks: 3 run, 0 missed, 0 doubled, 0 rewound"),
				arguments("ticks", GOOD, "2026-11-26T20:53:00Z\t" + FIRST + "\t" + SECOND + "\n", 0,
						"ticks: 4 run, 0 missed, 0 doubled, 0 rewound (1 begun again after the kill)"),
				arguments("ticks", GOOD, "2026-11-26T20:53:00Z\t" + FIRST + "\t" + FIRST + "\n", 1,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments("ticks", GOOD, "2026-11-26T20:53:40Z\t" + SECOND + "\t" + SECOND + "\n", 1,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments("ticks", with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:53:40Z")), "", 1,
						"ticks: 4 run, 0 missed, 1 doubled, 0 rewound"),
				arguments("ticks", with(4, entry(5, SECOND, "instance-2", "2026-11-26T20:52:40Z")), "", 1,
						"ticks: 4 run, 0 missed, 0 doubled, 1 rewound"),
				arguments("ticks", with(3, entry(4, SECOND, "instance-2", "-")), "", 1,
						"ticks: 3 run, 1 missed, 0 doubled, 0 rewound"),
				arguments("ticks", List.of(entry(1, FIRST, "instance-1", "-")), "", 1,
						"ticks: 0 run, 0 missed, 0 doubled, 0 rewound"));
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

	@ParameterizedTest
	@MethodSource("runs")
	void checkReportsWhatARunDidWrong(String kind, List<String> ledger, String repeats, int status, String report)
			throws IOException, InterruptedException {
		Path demo = Path.of("..", "demo").toAbsolutePath().normalize();
		for (String tool : List.of("bash", "dirname")) {
			Files.createSymbolicLink(this.path.resolve(tool), tool(tool));
		}
		ProcessBuilder builder = new ProcessBuilder("bash", "-c",
				"source \"$1\"; read_ledger() { :; }; ledger=\"$2\" repeats=\"$3\" tick_seconds=20 victim_token="
						+ FIRST + "; check_" + kind,
				"check", demo.toString(), String.join("\n", ledger) + "\n", repeats);
		builder.environment().put("PATH", this.path.toString());
		Process process = builder.redirectErrorStream(true).start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		assertThat(output).isEqualTo(report);
		assertThat(process.waitFor()).isEqualTo(status);
	}

	private static Path tool(String name) {
		return Stream.of(System.getenv("PATH").split(":"))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst()
			.orElseThrow(() -> new AssertionError(name + " is missing"));
	}

}
