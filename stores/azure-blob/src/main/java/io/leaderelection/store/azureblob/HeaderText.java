/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

/**
 * Text in the characters that survive as the value of a header: visible ASCII. All others
 * are written as a percent sign and four hexadecimal digits for each UTF-16 unit.
 */
final class HeaderText {

	private static final char ESCAPE = '%';

	private static final int DIGITS = 4;

	private HeaderText() {
	}

	static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c > ' ' && c < 0x7f && c != ESCAPE && c != '=') {
				escaped.append(c);
			}
			else {
				escaped.append("%%%04x".formatted((int) c));
			}
		}
		return escaped.toString();
	}

	/**
	 * Reads what {@link #escape} wrote.
	 * @throws IllegalArgumentException if it is anything else
	 */
	static String unescape(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c != ESCAPE) {
				plain.append(c);
				continue;
			}
			int end = i + 1 + DIGITS;
			if (end > text.length() || !text.substring(i + 1, end).matches("[0-9a-f]{4}")) {
				throw new IllegalArgumentException("it has a broken escape");
			}
			plain.append((char) Integer.parseInt(text, i + 1, end, 16));
			i = end - 1;
		}
		return plain.toString();
	}

}
