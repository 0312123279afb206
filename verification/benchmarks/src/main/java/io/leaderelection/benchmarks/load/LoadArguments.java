/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * The arguments of the run, each in the form {@code name=value}.
 *
 * @param stores the stores
 * @param scenarios the scenarios
 * @param elections the number of elections of a single process
 * @param processes the number of processes, if there are many
 * @param window how long renewals and round trips are counted
 * @param down how long the server is down in a restart
 */
record LoadArguments(List<LoadStore> stores, List<LoadScenario> scenarios, int elections, int processes,
		Duration window, Duration down) {

	/** The description of the arguments. */
	static final String USAGE = """
			Arguments, all optional, lists separated by commas:
			  stores=redis,postgres
			  scenarios=one-process,own,shared   where the elections are: all in one process, one in each
			                                     of many processes, or one for which all of these contend
			  elections=2000   number of elections of the single process
			  processes=60     number of processes, if there are many
			  window=30s       how long renewals and round trips are counted
			  down=20s         how long the server is down in a restart
			""";

	private static final Set<String> OTHERS = Set.of("elections", "processes", "window", "down");

	/**
	 * Parses the arguments.
	 * @param arguments of the command line
	 * @return the arguments
	 * @throws IllegalArgumentException if an argument is not valid
	 */
	static LoadArguments parse(String... arguments) {
		TreeMap<String, String> values = new TreeMap<>();
		for (String argument : arguments) {
			int sign = argument.indexOf('=');
			if (sign < 0) {
				throw new IllegalArgumentException("'" + argument + "' is not of the form name=value");
			}
			values.put(argument.substring(0, sign), argument.substring(sign + 1));
		}
		LoadArguments parsed = new LoadArguments(list(values.remove("stores"), LoadStore.USUAL, LoadStore::parse),
				list(values.remove("scenarios"), Arrays.asList(LoadScenario.values()), LoadScenario::parse),
				number("elections", values.getOrDefault("elections", "2000")),
				number("processes", values.getOrDefault("processes", "60")),
				DurationStyle.SIMPLE.parse(values.getOrDefault("window", "30s")),
				DurationStyle.SIMPLE.parse(values.getOrDefault("down", "20s")));
		values.keySet().removeAll(OTHERS);
		if (!values.isEmpty()) {
			throw new IllegalArgumentException("Unknown argument " + String.join(", ", values.keySet()));
		}
		return parsed;
	}

	private static int number(String name, String value) {
		try {
			int number = Integer.parseInt(value);
			if (number > 0) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(name + " is '" + value + "'. Use a whole number", ex);
		}
		throw new IllegalArgumentException(name + " is '" + value + "'. Use 1 or more");
	}

	private static <T> List<T> list(@Nullable String text, List<T> all, Function<String, T> parser) {
		return (text != null) ? Arrays.stream(text.split(",", -1)).map(parser).distinct().toList() : all;
	}

}
