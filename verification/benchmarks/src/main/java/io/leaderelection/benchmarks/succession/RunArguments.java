/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * The arguments of the run, each in the form {@code name=value}.
 *
 * @param stores the stores
 * @param scenarios the scenarios
 * @param contenders parts of names, one of which a contender must contain; empty for all
 * @param rounds the rounds of each scenario
 * @param warmUp the handovers before those that count
 * @param lease the lease in scenarios that do not use the defaults
 * @param elections the numbers of elections in the scenario with many
 * @param window how long round trips are counted
 * @param ports the ports of servers that are already running
 * @param output the file of the picture
 */
record RunArguments(List<Store> stores, List<Scenario> scenarios, List<String> contenders, int rounds, int warmUp,
		Duration lease, List<Integer> elections, Duration window, Map<Store, Integer> ports, Path output) {

	/** The description of the arguments. */
	static final String USAGE = """
			Arguments, all optional, lists separated by commas:
			  stores=%s
			  scenarios=%s
			  contenders=PART,...   only those whose name contains one of the parts
			  rounds=30             successions of each contender in each scenario
			  warm-up=100           handovers before those that count
			  lease=15s             lease in scenarios that do not use the defaults
			  elections=1,100,1000  numbers of elections in the scenario 'scale'
			  window=20s            how long round trips to the store are counted
			  redis=PORT            a running server on this machine; likewise for the other stores
			  output=FILE           the picture; default succession.svg beside the jar
			""".formatted(names(Store.values()), names(Scenario.values()));

	private static final Set<String> OTHERS = Set.of("rounds", "warm-up", "lease", "elections", "window", "output");

	/**
	 * Parses the arguments.
	 * @param arguments of the command line
	 * @param defaultOutput the file of the picture by default
	 * @return the arguments
	 * @throws IllegalArgumentException if an argument is not valid
	 */
	static RunArguments parse(String[] arguments, Path defaultOutput) {
		Map<String, String> values = new TreeMap<>();
		for (String argument : arguments) {
			int sign = argument.indexOf('=');
			if (sign < 0) {
				throw new IllegalArgumentException("'" + argument + "' is not of the form name=value");
			}
			values.put(argument.substring(0, sign), argument.substring(sign + 1));
		}
		Map<Store, Integer> ports = new EnumMap<>(Store.class);
		for (Store store : EnumSet.complementOf(EnumSet.of(Store.LOCAL))) {
			String port = values.remove(store.toString());
			if (port != null) {
				ports.put(store, number(store.toString(), port));
			}
		}
		RunArguments parsed = new RunArguments(
				list(values.remove("stores"), Arrays.asList(Store.values()), Store::parse),
				list(values.remove("scenarios"), Arrays.asList(Scenario.values()), Scenario::parse),
				list(values.remove("contenders"), List.of(), Function.identity()),
				number("rounds", values.getOrDefault("rounds", "30")),
				number("warm-up", values.getOrDefault("warm-up", "100")),
				DurationStyle.SIMPLE.parse(values.getOrDefault("lease", "15s")),
				list(values.getOrDefault("elections", "1,100,1000"), List.of(), (text) -> number("elections", text)),
				DurationStyle.SIMPLE.parse(values.getOrDefault("window", "20s")), ports,
				Path.of(values.getOrDefault("output", defaultOutput.toString())));
		values.keySet().removeAll(OTHERS);
		if (!values.isEmpty()) {
			throw new IllegalArgumentException("Unknown argument " + String.join(", ", values.keySet()));
		}
		return parsed;
	}

	private static String names(Object[] values) {
		return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(","));
	}

	private static int number(String name, String value) {
		try {
			return Integer.parseInt(value);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(name + " is '" + value + "'. Use a whole number", ex);
		}
	}

	private static <T> List<T> list(@Nullable String text, List<T> all, Function<String, T> parser) {
		return (text != null) ? Arrays.stream(text.split(",", -1)).map(parser).distinct().toList() : all;
	}

	/**
	 * Whether a contender is selected.
	 * @param contender the contender
	 * @return whether its store and its name are selected
	 */
	boolean includes(Contender contender) {
		return this.stores.contains(contender.store())
				&& (this.contenders.isEmpty() || this.contenders.stream().anyMatch(contender.name()::contains));
	}

}
