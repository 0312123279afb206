/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

import io.leaderelection.benchmarks.load.LoadStore;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * The arguments of the run, each in the form {@code name=value}.
 *
 * @param stores the stores
 * @param scenarios the names of the scenarios
 * @param elections the number of spread elections
 * @param many the number of spread elections in the scenario of that name
 * @param wire the number of elections whose round trips are counted
 * @param quiet how long no election may move
 * @param call the duration of guarded calls
 * @param pause the time between restarts of a rolling restart
 * @param window how long round trips are counted
 * @param spreadDelay the time after its start from which an instance bids for an even
 * spread
 * @param picture the file in which the rolling restart is drawn, if any
 */
record DistributionArguments(List<LoadStore> stores, List<String> scenarios, int elections, int many, int wire,
		Duration quiet, Duration call, Duration pause, Duration window, Duration spreadDelay, @Nullable Path picture) {

	/** The description of the arguments. */
	static final String USAGE = """
			Arguments, all optional, lists separated by commas:
			  stores=redis,postgres
			  scenarios=spread,many,preferred,round-trips,calls
			                     spread: two more start, quiet, a SIGKILL, a rolling restart
			  elections=99       number of spread elections
			  many=999           the same in the scenario 'many'
			  wire=1000          number of elections whose round trips are counted
			  quiet=60s          how long no election may move
			  call=60s           duration of guarded calls
			  pause=40s          time between the restarts of a rolling restart
			  window=60s         how long round trips are counted
			  spread-delay=0s
			  picture=FILE.svg   file in which the rolling restart is drawn
			""";

	private static final List<String> SCENARIOS = List.of("spread", "many", "preferred", "round-trips", "calls");

	/**
	 * Parses the arguments.
	 * @param arguments of the command line
	 * @return the arguments
	 * @throws IllegalArgumentException if an argument is not valid
	 */
	static DistributionArguments parse(String... arguments) {
		TreeMap<String, String> values = new TreeMap<>();
		for (String argument : arguments) {
			int sign = argument.indexOf('=');
			if (sign < 0) {
				throw new IllegalArgumentException("'" + argument + "' is not of the form name=value");
			}
			values.put(argument.substring(0, sign), argument.substring(sign + 1));
		}
		String picture = values.remove("picture");
		DistributionArguments parsed = new DistributionArguments(
				list(take(values, "stores", "redis,postgres")).stream().map(LoadStore::parse).toList(),
				scenarios(take(values, "scenarios", String.join(",", SCENARIOS))),
				number("elections", take(values, "elections", "99")), number("many", take(values, "many", "999")),
				number("wire", take(values, "wire", "1000")), duration(take(values, "quiet", "60s")),
				duration(take(values, "call", "60s")), duration(take(values, "pause", "40s")),
				duration(take(values, "window", "60s")), duration(take(values, "spread-delay", "0s")),
				(picture != null) ? Path.of(picture) : null);
		if (!values.isEmpty()) {
			throw new IllegalArgumentException("Unknown argument " + String.join(", ", values.keySet()));
		}
		return parsed;
	}

	private static String take(TreeMap<String, String> values, String name, String absent) {
		String value = values.remove(name);
		return (value != null) ? value : absent;
	}

	private static List<String> list(String text) {
		return Arrays.stream(text.split(",", -1)).distinct().toList();
	}

	private static List<String> scenarios(String text) {
		List<String> scenarios = list(text);
		for (String scenario : scenarios) {
			if (!SCENARIOS.contains(scenario)) {
				throw new IllegalArgumentException(
						"Unknown scenario '" + scenario + "'. Use one of " + String.join(", ", SCENARIOS));
			}
		}
		return scenarios;
	}

	private static Duration duration(String text) {
		return DurationStyle.SIMPLE.parse(text);
	}

	private static int number(String name, String value) {
		try {
			int number = Integer.parseInt(value);
			if (number >= 3) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(name + " is '" + value + "'. Use a whole number", ex);
		}
		throw new IllegalArgumentException(name + " is '" + value + "'. Use 3 or more");
	}

}
