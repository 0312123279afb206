/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.List;
import java.util.Locale;

/**
 * Formats results as text.
 */
final class SuccessionTable {

	private static final String ROW = "  %-28s %-17s %4s %9s %9s %9s %9s %9s %s%n";

	private SuccessionTable() {
	}

	/**
	 * Formats all results, by scenario.
	 * @param results the results
	 * @param arguments the arguments of the run
	 * @return lines of text
	 */
	static String of(List<Results> results, RunArguments arguments) {
		StringBuilder text = new StringBuilder();
		for (Scenario scenario : arguments.scenarios()) {
			List<Results> rows = results.stream().filter((result) -> result.scenario() == scenario).toList();
			boolean rounds = rows.stream().anyMatch((result) -> !result.rounds().isEmpty());
			if (rounds) {
				text.append(format("%n%s: %s, ms; lease %s%n", scenario, scenario.measured(),
						(scenario == Scenario.BLACK_HOLE) ? "as by default" : arguments.lease().toMillis() + " ms"));
				text.append(format(ROW, "", "store", "n", "median", "p90", "max", "vacancy", "past exp.", "overlap"));
				rows.forEach((result) -> text.append(row(result)));
			}
			rows.forEach((result) -> text.append(failure(result)));
			rows.forEach((result) -> result.facts()
				.forEach((facts) -> text.append(format("%s, %s: %s: %s%n", result.contender().name(),
						result.contender().store(), facts.of(), facts.text()))));
		}
		return text
			.append(format("%nvacancy and past exp. (after the end of the lease in the store): medians. "
					+ "overlap: rounds in which two led at once by their own histories; watched for 30 s at most.%n"))
			.toString();
	}

	/**
	 * Formats the results of one contender in one scenario.
	 * @param result the results
	 * @return lines of text
	 */
	static String progress(Results result) {
		StringBuilder text = new StringBuilder(failure(result));
		if (!result.rounds().isEmpty()) {
			text.append(result.scenario()).append(row(result));
		}
		result.facts()
			.forEach((facts) -> text.append(format("%s  %s, %s: %s: %s%n", result.scenario(), result.contender().name(),
					result.contender().store(), facts.of(), facts.text())));
		return text.toString();
	}

	private static String failure(Results result) {
		return (result.failure() != null) ? format("FAILED: %s, %s, %s, after %d rounds: %s%n", result.scenario(),
				result.contender().name(), result.contender().store(), result.rounds().size(), result.failure()) : "";
	}

	private static String row(Results result) {
		double[] took = result.sorted(Round::took);
		if (took.length == 0) {
			return "";
		}
		return format(ROW, result.contender().name(), result.contender().store(), took.length, millis(took, 0.5),
				millis(took, 0.9), millis(took, 1), millis(result.sorted(Round::vacancy), 0.5),
				millis(result.sorted(Round::pastExpiry), 0.5), overlap(result));
	}

	private static String overlap(Results result) {
		double[] overlaps = result.sorted(Round::overlap);
		if (overlaps.length == 0) {
			return "-";
		}
		long rounds = result.rounds().stream().filter((round) -> round.overlap() > 0).count();
		String text = format("%d of %d", rounds, overlaps.length);
		if (rounds > 0) {
			text += format(", up to %.1f ms", Results.quantile(overlaps, 1));
		}
		return (result.remarks().isEmpty()) ? text : text + " (" + result.remarks() + ")";
	}

	private static String millis(double[] sorted, double share) {
		double value = Results.quantile(sorted, share);
		return Double.isNaN(value) ? "-" : format("%.1f", value);
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private static String format(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

}
