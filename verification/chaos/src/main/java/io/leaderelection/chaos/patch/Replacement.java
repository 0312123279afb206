/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

/**
 * A text in a source file and its replacement.
 *
 * @param file the path of the file, relative to the root of the project
 * @param text a text that occurs exactly once
 * @param replacement the replacement
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
