/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Makes text that other processes wrote into a store fit to be shown.
 */
final class UntrustedText {

	private static final int LONGEST = 500;

	private static final int MOST_ENTRIES = 64;

	private UntrustedText() {
	}

	/**
	 * Shortens a text and replaces what a terminal or page could take for a command.
	 * @param text the text, or {@code null}
	 * @return at most 500 characters, or {@code null}
	 */
	static @Nullable String shown(@Nullable String text) {
		return (text != null) ? clean(text) : null;
	}

	static Map<String, String> shown(Map<String, String> metadata) {
		Map<String, String> shown = new TreeMap<>();
		metadata.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByKey())
			.limit(MOST_ENTRIES)
			.forEach((entry) -> shown.put(clean(entry.getKey()), clean(entry.getValue())));
		return shown;
	}

	static String clean(String text) {
		StringBuilder clean = new StringBuilder(Math.min(text.length(), LONGEST));
		int[] codePoints = text.codePoints().limit(LONGEST).toArray();
		for (int codePoint : codePoints) {
			clean.appendCodePoint(isHarmless(codePoint) ? codePoint : '\uFFFD');
		}
		return clean.toString();
	}

	private static boolean isHarmless(int codePoint) {
		return switch (Character.getType(codePoint)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
