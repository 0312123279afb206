/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A form of text, and of names with values, for records in a store: printable ASCII,
 * which every database, charset and tool leaves as it is. Any other character, and
 * {@code ~}, {@code =}, {@code |} and the backslash, is {@code ~} and four hexadecimal
 * digits for each UTF-16 code unit. The same text always has the same form.
 * <p>
 * Errors are {@link IllegalArgumentException}s whose message completes a sentence about
 * what was read, and does not quote it.
 */
public final class EscapedText {

	private static final int ESCAPE = 5;

	private EscapedText() {
	}

	/**
	 * Escapes text.
	 * @param text any text
	 * @return the text in printable ASCII, without {@code =} and {@code |}
	 */
	public static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length());
		append(escaped, text);
		return escaped.toString();
	}

	private static void append(StringBuilder escaped, String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (isPlain(c)) {
				escaped.append(c);
			}
			else {
				escaped.append("~%04x".formatted((int) c));
			}
		}
	}

	private static boolean isPlain(char c) {
		return c >= ' ' && c < '~' && c != '=' && c != '|' && c != '\\';
	}

	/**
	 * Returns the text that {@link #escape} has escaped. Also accepts escapes that were
	 * not needed.
	 * @param escaped the result of {@link #escape}, or anything else
	 * @return the text
	 * @throws IllegalArgumentException if it is anything else
	 */
	public static String unescape(String escaped) {
		StringBuilder text = new StringBuilder(escaped.length());
		for (int i = 0; i < escaped.length(); i++) {
			char c = escaped.charAt(i);
			if (c == '~' && i + ESCAPE <= escaped.length()) {
				text.append(unit(escaped, i + 1));
				i += ESCAPE - 1;
			}
			else if (isPlain(c)) {
				text.append(c);
			}
			else {
				throw new IllegalArgumentException("has an illegal character");
			}
		}
		return text.toString();
	}

	private static char unit(String escaped, int at) {
		int unit = 0;
		for (int i = at; i < at + ESCAPE - 1; i++) {
			int digit = Character.digit(escaped.charAt(i), 16);
			if (digit < 0) {
				throw new IllegalArgumentException("has a broken escape");
			}
			unit = unit << 4 | digit;
		}
		return (char) unit;
	}

	/**
	 * Formats names with values as {@code name=value|}, one after the other, in the order
	 * of the names. No names are empty text.
	 * @param values values by name
	 * @return the text
	 */
	public static String format(Map<String, String> values) {
		StringBuilder text = new StringBuilder();
		new TreeMap<>(values).forEach((name, value) -> {
			append(text, name);
			text.append('=');
			append(text, value);
			text.append('|');
		});
		return text.toString();
	}

	/**
	 * Parses the result of {@link #format}.
	 * @param text the text, or anything else
	 * @return the values by name, unmodifiable
	 * @throws IllegalArgumentException if it is anything else
	 */
	public static Map<String, String> parse(String text) {
		Map<String, String> values = new HashMap<>();
		int at = 0;
		while (at < text.length()) {
			int separator = text.indexOf('=', at);
			int end = text.indexOf('|', at);
			if (separator < 0 || separator > end) {
				throw new IllegalArgumentException("has no valid form");
			}
			String value = unescape(text.substring(separator + 1, end));
			if (values.put(unescape(text.substring(at, separator)), value) != null) {
				throw new IllegalArgumentException("repeats a name");
			}
			at = end + 1;
		}
		return Map.copyOf(values);
	}

}
