/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.leaderelection.history.Invariant;
import io.leaderelection.history.Violations;

/**
 * The findings of the checks.
 */
final class Findings implements Violations {

	final Map<Invariant, List<String>> violations = new EnumMap<>(Invariant.class);

	/** Observations that violate nothing, counted, with the longest of each. */
	final Map<String, Longest> apart = new LinkedHashMap<>();

	/** Figures of the run, one per line. */
	final List<String> figures = new ArrayList<>();

	int faults;

	int onLeader;

	int changes;

	/** Terms that were lost or interrupted, and how many of them by stalls alone. */
	long losses;

	long stalled;

	/** Requirements of a proof that the run does not meet. */
	final List<String> lacks = new ArrayList<>();

	/** Invariants that could not be checked, with the reason. */
	final Map<Invariant, String> unchecked = new EnumMap<>(Invariant.class);

	@Override
	public void violated(Invariant invariant, String message) {
		this.violations.computeIfAbsent(invariant, (each) -> new ArrayList<>()).add(message);
	}

	void apart(String what, long nanos, String where) {
		this.apart.computeIfAbsent(what, (each) -> new Longest()).add(nanos, where);
	}

	void figure(String name, String text) {
		this.figures.add("%-12s %s".formatted(name, text));
	}

	static String millis(long nanos) {
		return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
	}

}
