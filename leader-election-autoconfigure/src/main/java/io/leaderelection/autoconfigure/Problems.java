/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of a configuration, so that one message names all of them.
 */
final class Problems {

	private final List<LeaderElectionConfigurationException> found = new ArrayList<>();

	/** Runs a check. */
	void check(Runnable check) {
		find(() -> {
			check.run();
			return true;
		});
	}

	/**
	 * Runs a step.
	 * @return its result, or {@code null} if it found a problem
	 */
	<T> @Nullable T find(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (LeaderElectionConfigurationException ex) {
			add(ex);
			return null;
		}
	}

	void add(LeaderElectionConfigurationException problem) {
		this.found.add(problem);
	}

	boolean isEmpty() {
		return this.found.isEmpty();
	}

	/**
	 * Fails if there are problems.
	 * @throws LeaderElectionConfigurationException the only problem, or one that has the
	 * texts of all
	 */
	void throwIfAny() {
		if (this.found.size() == 1) {
			throw this.found.get(0);
		}
		if (!this.found.isEmpty()) {
			LeaderElectionConfigurationException all = new LeaderElectionConfigurationException(
					"The configuration of leader election has " + this.found.size() + " problems:"
							+ numbered(LeaderElectionConfigurationException::getDescription),
					"Correct all of them:" + numbered(LeaderElectionConfigurationException::getAction));
			this.found.forEach(all::addSuppressed);
			throw all;
		}
	}

	private String numbered(Function<LeaderElectionConfigurationException, String> text) {
		return IntStream.range(0, this.found.size())
			.mapToObj((i) -> "\n" + (i + 1) + ". "
					+ LeaderElectionConfigurationException.sentence(text.apply(this.found.get(i))))
			.collect(Collectors.joining());
	}

}
