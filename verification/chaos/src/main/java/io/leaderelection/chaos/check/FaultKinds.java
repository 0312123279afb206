/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Assigns a letter and a colour to each kind of fault.
 */
final class FaultKinds {

	private static final List<String> COLOURS = List.of("#b91c1c", "#7c3aed", "#c2410c", "#0369a1", "#4d7c0f",
			"#a21caf", "#92400e", "#374151", "#be185d", "#047857");

	private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	private final Map<String, Integer> counts = new TreeMap<>();

	FaultKinds(List<FaultWindow> faults) {
		faults.forEach((fault) -> this.counts.merge(fault.kind(), 1, Integer::sum));
	}

	List<String> names() {
		return List.copyOf(this.counts.keySet());
	}

	int count(String kind) {
		return this.counts.getOrDefault(kind, 0);
	}

	String letter(String kind) {
		int index = names().indexOf(kind);
		return (index < LETTERS.length()) ? LETTERS.substring(index, index + 1) : "?";
	}

	String colour(String kind) {
		return COLOURS.get(names().indexOf(kind) % COLOURS.size());
	}

}
