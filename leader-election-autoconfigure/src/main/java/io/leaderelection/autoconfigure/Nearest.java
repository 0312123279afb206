/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the name that a user may have meant.
 */
final class Nearest {

	/** A name with more mistakes than this, or than a third of it, is another name. */
	private static final int MOST = 3;

	private Nearest() {
	}

	/**
	 * Returns the most similar name.
	 * @param written what the user wrote
	 * @param names the names that exist
	 */
	static Optional<String> to(String written, Collection<String> names) {
		return names.stream()
			.min(Comparator.comparingInt((name) -> distance(written, name)))
			.filter((name) -> distance(written, name) <= Math.min(MOST, Math.max(1, written.length() / 3)));
	}

	/** Returns how many characters to insert, remove or replace (Levenshtein, 1965). */
	private static int distance(String one, String other) {
		int[] row = new int[other.length() + 1];
		for (int j = 0; j < row.length; j++) {
			row[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j < row.length; j++) {
				int replaced = diagonal + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				diagonal = row[j];
				row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
			}
		}
		return row[other.length()];
	}

}
