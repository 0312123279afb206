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
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the alert rules of docs/grafana with Prometheus' own tool.
 */
@Tag("server") // needs a tool, and does not depend on the JDK
class AlertRulesIT {

	private static final Path FOLDER = Path.of("..", "docs", "grafana");

	private static final String RULES = "alerts.yml";

	private static final String TESTS = "alerts-test.yml";

	private static final String NEVER = "vector(0) > 0";

	private static final String ALWAYS = "vector(1)";

	private static final Pattern ALERT = Pattern.compile("^ +- alert: (\\w+)$", Pattern.MULTILINE);

	@TempDir
	private Path directory;

	@Test
	void rulesFireWhenTheyMustAndOnlyThen() throws Exception {
		// In the folder of the rules, as docs/operations.md has it
		Matcher command = Pattern.compile("`promtool (test [^`]+)`")
			.matcher(Files.readString(FOLDER.resolveSibling("operations.md")));
		assertThat(command.find()).isTrue();
		Run run = promtool(command.group(1).split(" "));
		assertThat(run.status()).as(run.output()).isZero();
	}

	/**
	 * Changes all rules to fire never or always: of each, a rule test must fail in both
	 * cases. They look at one alert each, and no rule reads another's alert, so that the
	 * rules can be changed together.
	 */
	@ParameterizedTest
	@ValueSource(strings = { NEVER, ALWAYS })
	void eachRuleIsTestedInBothDirections(String expression) throws Exception {
		String rules = Files.readString(FOLDER.resolve(RULES));
		List<String> alerts = ALERT.matcher(rules).results().map((match) -> match.group(1)).toList();
		assertThat(alerts).hasSize(7);
		assertThat(rules).doesNotContain("ALERTS");
		for (String alert : alerts) {
			rules = with(rules, alert, expression);
		}
		Files.copy(FOLDER.resolve(TESTS), this.directory.resolve(TESTS));
		Files.writeString(this.directory.resolve(RULES), rules);
		Run run = promtool("test", "rules", this.directory.resolve(TESTS).toString());
		assertThat(run.status()).as(run.output()).isOne();
		for (String alert : alerts) {
			assertThat(run.output()).contains("alertname: " + alert + ",");
			if (expression.equals(ALWAYS)) {
				assertThat(run.output()).as("a case in which it must not fire")
					.containsPattern("alertname: " + alert + ", time: [\\w]+,\\s+exp:\\[\\s*]");
			}
		}
	}

	private static String with(String rules, String alert, String expression) {
		Pattern rule = Pattern.compile("(- alert: " + alert + "\\n +expr: )\\|\\n(?: {10,}.*\\n)+");
		assertThat(rule.matcher(rules).results().map(MatchResult::group)).hasSize(1);
		return rule.matcher(rules).replaceFirst("$1" + expression + "\n");
	}

	private Run promtool(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("promtool"));
		command.addAll(List.of(arguments));
		Process process;
		try {
			process = new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
		}
		catch (IOException ex) {
			throw new AssertionError("promtool is missing on this machine. Install the package prometheus (Debian), "
					+ "or run ./verify --install", ex);
		}
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return new Run(process.waitFor(), output);
	}

	/**
	 * The result of a run.
	 *
	 * @param status its exit status
	 * @param output its complete output
	 */
	private record Run(int status, String output) {

	}

}
