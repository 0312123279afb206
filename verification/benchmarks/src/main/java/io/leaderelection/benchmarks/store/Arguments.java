/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.boot.convert.DurationStyle;

/**
 * The arguments of the run, each in the form {@code name=value}.
 */
final class Arguments {

	/** The description of the arguments. */
	static final String USAGE = """
			Arguments, all optional, lists separated by commas:
			  scenarios=%s
			  stores=%s
			                       by default all but mysql and other libraries' for step-down to scale, kubernetes for requests,
			                       and redis,postgres for the others
			  rounds=30            changes of the leader that count, in step-down to freeze
			  warm-up=100          handovers before those that count, in step-down
			  lease=15s            lease in step-down to freeze; in all others it is the default
			  elections=N,...      number of elections; scale 1,100,1000, one-process 2000, spread 99,
			                       many 999, round-trips 1000, requests 1,50
			  window=TIME          how long round trips and renewals are counted; scale 20s, one-process, own,
			                       shared and ticks 30s, round-trips and requests 60s
			  processes=60         number of processes in own and shared
			  down=20s             how long the server is down in one-process, own and shared
			  quiet=60s            how long no election may move in spread
			"""
		.formatted(names(Scenario.values()), names(Store.values()));

	private static final Set<String> NUMBERS = Set.of("rounds", "warm-up", "processes", "elections");

	private static final Set<String> DURATIONS = Set.of("lease", "window", "down", "quiet");

	private final Map<String, String> values = new TreeMap<>();

	private final List<Store> stores;

	private final List<Scenario> scenarios;

	/**
	 * Parses the arguments.
	 * @param arguments of the command line
	 * @throws IllegalArgumentException if an argument is not valid
	 */
	Arguments(String... arguments) {
		for (String argument : arguments) {
			int sign = argument.indexOf('=');
			if (sign < 0) {
				throw new IllegalArgumentException("'" + argument + "' is not of the form name=value");
			}
			put(argument.substring(0, sign), argument.substring(sign + 1));
		}
		this.stores = list("stores", (name) -> named("store", Store.values(), name));
		this.scenarios = list("scenarios", (name) -> named("scenario", Scenario.values(), name));
	}

	private void put(String name, String value) {
		if (NUMBERS.contains(name) && !value.matches("[1-9]\\d*(,[1-9]\\d*)*|0")) {
			throw new IllegalArgumentException(name + " is '" + value + "'. Use a whole number");
		}
		if (DURATIONS.contains(name)) {
			DurationStyle.SIMPLE.parse(value);
		}
		else if (!NUMBERS.contains(name) && !Set.of("stores", "scenarios").contains(name)) {
			throw new IllegalArgumentException("Unknown argument " + name);
		}
		this.values.put(name, value);
	}

	private static String names(Object[] values) {
		return Arrays.stream(values).map(Object::toString).collect(Collectors.joining(","));
	}

	private static <T> T named(String kind, T[] values, String name) {
		return Arrays.stream(values)
			.filter((value) -> value.toString().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"Unknown " + kind + " '" + name + "'. Use one of " + names(values)));
	}

	private <T> List<T> list(String name, Function<String, T> parser) {
		String value = this.values.get(name);
		return (value != null) ? Arrays.stream(value.split(",", -1)).map(parser).distinct().toList() : List.of();
	}

	/** Returns the scenarios; all by default. */
	List<Scenario> scenarios() {
		return (this.scenarios.isEmpty()) ? List.of(Scenario.values()) : this.scenarios;
	}

	/**
	 * Returns the stores on which to run a scenario.
	 * @param scenario the scenario
	 * @return the named stores, or those that are usual for it
	 */
	List<Store> stores(Scenario scenario) {
		return (this.stores.isEmpty()) ? scenario.usualStores() : this.stores;
	}

	/** Returns the numbers of elections, or one that is the default of the scenario. */
	List<Integer> elections(Integer... absent) {
		List<Integer> numbers = list("elections", Integer::valueOf);
		return (numbers.isEmpty()) ? List.of(absent) : numbers;
	}

	int number(String name, int absent) {
		return Integer.parseInt(this.values.getOrDefault(name, Integer.toString(absent)));
	}

	Duration duration(String name, String absent) {
		return DurationStyle.SIMPLE.parse(this.values.getOrDefault(name, absent));
	}

}
