/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.leaderelection.chaos.fault.Fault;
import org.jspecify.annotations.Nullable;

/**
 * The options on the command line.
 *
 * @param store the name of the store
 * @param duration the duration of the faults and the quiet window at the end
 * @param seed the seed of the random choice of faults
 * @param only the kinds of faults to inject; all if empty
 * @param instances the number of processes of the sample
 * @param every the shortest time from the start of a fault to the next
 * @param patched a folder with classes that replace others, or {@code null}
 * @param folder the folder to which the run is written
 */
record RunOptions(String store, Duration duration, long seed, List<String> only, int instances, Duration every,
		@Nullable Path patched, Path folder) {

	static final String USAGE = "Usage: ./chaos STORE SECONDS [--seed N] [--only KIND,...] [--instances N] [--every MILLIS] [--patched FOLDER]";

	private static final long SHORTEST_SECONDS = 20;

	private static final int INSTANCES = 5;

	private static final int FEWEST_INSTANCES = 3;

	private static final Duration EVERY = Duration.ofSeconds(3);

	private static final long LONGEST_QUIET_SECONDS = 60;

	/**
	 * Parses the command line.
	 * @param args the arguments
	 * @param folders the folder in which a run creates its own
	 * @return the options
	 * @throws IllegalArgumentException if they are not valid
	 */
	static RunOptions parse(String[] args, Path folders) {
		Deque<String> words = new ArrayDeque<>(List.of(args));
		if (words.size() < 2) {
			throw new IllegalArgumentException(USAGE);
		}
		String store = words.removeFirst();
		long seconds = number("SECONDS", words.removeFirst());
		if (seconds < SHORTEST_SECONDS) {
			throw new IllegalArgumentException("SECONDS is " + seconds + ". Use at least " + SHORTEST_SECONDS);
		}
		long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
		List<String> only = List.of();
		int instances = INSTANCES;
		Duration every = EVERY;
		Path patched = null;
		while (!words.isEmpty()) {
			String option = words.removeFirst();
			if (words.isEmpty()) {
				throw new IllegalArgumentException(option + " needs a value. " + USAGE);
			}
			String value = words.removeFirst();
			switch (option) {
				case "--seed" -> seed = number(option, value);
				case "--only" -> only = List.of(value.split(","));
				case "--instances" -> instances = instances(number(option, value));
				case "--every" -> every = Duration.ofMillis(number(option, value));
				case "--patched" -> patched = Path.of(value).toAbsolutePath();
				default -> throw new IllegalArgumentException("Unknown option " + option + ". " + USAGE);
			}
		}
		return new RunOptions(store, Duration.ofSeconds(seconds), seed, only, instances, every, patched,
				folders.resolve(store + "-" + seed).toAbsolutePath());
	}

	private static int instances(long number) {
		if (number < FEWEST_INSTANCES || number > INSTANCES) {
			throw new IllegalArgumentException(
					"--instances is " + number + ". Use " + FEWEST_INSTANCES + " to " + INSTANCES);
		}
		return (int) number;
	}

	private static long number(String name, String text) {
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(name + " is '" + text + "', not a number. " + USAGE, ex);
		}
	}

	/**
	 * Returns how long no fault is injected at the end.
	 * @param lease the lease
	 * @return a fifth of the run, at most a minute or, if that is longer, six leases,
	 * after which spread elections are balanced again
	 */
	Duration quiet(Duration lease) {
		long most = Math.max(LONGEST_QUIET_SECONDS, 6 * lease.toSeconds());
		return Duration.ofSeconds(Math.min(most, this.duration.toSeconds() / 5));
	}

	/**
	 * Selects the kinds of faults to inject.
	 * @param kinds the available kinds
	 * @return those to inject
	 * @throws IllegalArgumentException if a selected kind is not available
	 */
	List<Fault> choose(List<Fault> kinds) {
		List<String> names = kinds.stream().map(Fault::name).toList();
		if (!names.containsAll(this.only)) {
			throw new IllegalArgumentException("--only " + String.join(",", this.only)
					+ " names a fault that this store does not have. Use some of " + String.join(", ", names));
		}
		return (this.only.isEmpty()) ? kinds
				: kinds.stream().filter((kind) -> this.only.contains(kind.name())).toList();
	}

	/**
	 * Returns the command that repeats the run.
	 * @return the command
	 */
	String command() {
		return "./chaos " + this.store + " " + this.duration.toSeconds() + " --seed " + this.seed
				+ ((this.only.isEmpty()) ? "" : " --only " + String.join(",", this.only))
				+ ((this.instances != INSTANCES) ? " --instances " + this.instances : "")
				+ ((!this.every.equals(EVERY)) ? " --every " + this.every.toMillis() : "")
				+ ((this.patched != null) ? " --patched " + this.patched : "");
	}

}
