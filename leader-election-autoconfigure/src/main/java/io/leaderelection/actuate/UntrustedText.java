/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizableData;

/**
 * Escapes text that other processes wrote to the store, so that it can be displayed.
 */
public final class UntrustedText {

	private static final int LONGEST = 500;

	private static final int MOST_ENTRIES = 64;

	/** More than an election can have. */
	private static final int MOST_CHECKPOINTS = 256;

	private UntrustedText() {
	}

	/**
	 * Shortens a text and replaces characters that a terminal or page could interpret.
	 * @param text the text, or {@code null}
	 * @return at most 500 characters, or {@code null}
	 */
	static @Nullable String shown(@Nullable String text) {
		return (text != null) ? clean(text) : null;
	}

	static Map<String, String> shown(Map<String, String> metadata) {
		return shown(metadata, MOST_ENTRIES);
	}

	/** Returns the checkpoints, with their values if they may be shown. */
	static Map<String, String> shownCheckpoints(Map<String, String> checkpoints, boolean values) {
		Map<String, String> shown = shown(checkpoints, MOST_CHECKPOINTS);
		if (!values) {
			shown.replaceAll((name, value) -> SanitizableData.SANITIZED_VALUE);
		}
		return shown;
	}

	private static Map<String, String> shown(Map<String, String> entries, int most) {
		Map<String, String> shown = new TreeMap<>();
		entries.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByKey())
			.limit(most)
			.forEach((entry) -> shown.put(clean(entry.getKey()), clean(entry.getValue())));
		return shown;
	}

	/**
	 * Shortens a text and replaces characters that a terminal or page could interpret.
	 * @param text the text
	 * @return at most 500 characters
	 */
	public static String clean(String text) {
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
