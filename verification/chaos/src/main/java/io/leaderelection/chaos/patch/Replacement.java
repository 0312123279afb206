/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

/**
 * A piece of a source file, and what takes its place.
 *
 * @param file the file, from the root of the project
 * @param text a piece that occurs exactly once
 * @param replacement what is put there
 */
record Replacement(String file, String text, String replacement) {

	String in(String source) {
		int first = source.indexOf(this.text);
		if (first < 0 || source.indexOf(this.text, first + 1) >= 0) {
			throw new IllegalArgumentException(this.file + " does not contain exactly once: " + this.text);
		}
		return source.replace(this.text, this.replacement);
	}

}
