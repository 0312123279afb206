/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a candidate.
 *
 * @param elections the number of elections that it joins
 * @param lease the lease duration, or {@code null} to use the library's default for every
 * timing
 * @param properties properties that name the server: properties of Spring Boot as
 * arguments, or system properties as options of Java
 */
record CandidateSettings(int elections, @Nullable Duration lease, List<String> properties) {

	CandidateSettings {
		properties = List.copyOf(properties);
	}

	static CandidateSettings parse(List<String> arguments) {
		long lease = Long.parseLong(arguments.get(1));
		return new CandidateSettings(Integer.parseInt(arguments.get(0)), (lease > 0) ? Duration.ofMillis(lease) : null,
				arguments.subList(2, arguments.size()));
	}

	/**
	 * Returns the options of the Java process.
	 * @return options of Java
	 */
	List<String> javaOptions() {
		return this.properties.stream().filter(CandidateSettings::isJavaOption).toList();
	}

	private static boolean isJavaOption(String property) {
		return property.startsWith("-D");
	}

	/**
	 * Returns the arguments of the process.
	 * @return arguments for {@link #parse(List)}
	 */
	List<String> toArguments() {
		List<String> arguments = new ArrayList<>();
		arguments.add(Integer.toString(this.elections));
		arguments.add(Long.toString((this.lease != null) ? this.lease.toMillis() : 0));
		this.properties.stream().filter((property) -> !isJavaOption(property)).forEach(arguments::add);
		return arguments;
	}

	/**
	 * Returns the lease, or a default.
	 * @param other the default
	 * @return the lease duration
	 */
	Duration leaseOr(Duration other) {
		return (this.lease != null) ? this.lease : other;
	}

	/**
	 * Returns a property of the store, for a candidate that is not a Spring application.
	 * @param name the name of the property
	 * @return its value
	 */
	String property(String name) {
		String argument = "--" + name + "=";
		return this.properties.stream()
			.filter((property) -> property.startsWith(argument))
			.map((property) -> property.substring(argument.length()))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No property " + name));
	}

	/**
	 * Returns the arguments of a Spring application.
	 * @param more further arguments
	 * @return all of them
	 */
	String[] springArguments(String... more) {
		List<String> all = new ArrayList<>(this.properties);
		all.addAll(List.of(more));
		return all.toArray(String[]::new);
	}

}
