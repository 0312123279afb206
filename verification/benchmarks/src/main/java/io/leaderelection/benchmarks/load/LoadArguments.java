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
 * Arguments of the run, {@code name=value} each.
 *
 * @param stores on which stores
 * @param scenarios which scenarios
 * @param elections how many, where one process has them all
 * @param processes how many, where there are many
 * @param window how long renewals and round trips are counted
 * @param down how long the server is away before it is back
 */
record LoadArguments(List<LoadStore> stores, List<LoadScenario> scenarios, int elections, int processes,
		Duration window, Duration down) {

	/** How it is used. */
	static final String USAGE = """
			Arguments, all optional, lists separated by commas:
			  stores=redis,postgres
			  scenarios=one-process,own,shared   where the elections are: all in one process, one in each
			                                     of many processes, or one for which all of these contend
			  elections=2000   of the one process
			  processes=60     where there are many
			  window=30s       how long renewals and round trips are counted
			  down=20s         how long the server is away before it is back
			""";

	private static final Set<String> OTHERS = Set.of("elections", "processes", "window", "down");

	/**
	 * Reads them.
	 * @param arguments of the command line
	 * @return the arguments
	 * @throws IllegalArgumentException if one is wrong
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
		LoadArguments parsed = new LoadArguments(
				list(values.remove("stores"), Arrays.asList(LoadStore.values()), LoadStore::parse),
				list(values.remove("scenarios"), Arrays.asList(LoadScenario.values()), LoadScenario::parse),
				number("elections", values.getOrDefault("elections", "2000")),
				number("processes", values.getOrDefault("processes", "60")),
				DurationStyle.SIMPLE.parse(values.getOrDefault("window", "30s")),
				DurationStyle.SIMPLE.parse(values.getOrDefault("down", "20s")));
		values.keySet().removeAll(OTHERS);
		if (!values.isEmpty()) {
			throw new IllegalArgumentException("There is no argument called " + String.join(", ", values.keySet()));
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
