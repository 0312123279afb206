/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

/**
 * Escapes text so that it fits between a line's beginning and its end, on either side of
 * an equals sign, and survives UTF-8.
 */
final class RecordText {

	private static final int ESCAPE = 6;

	private RecordText() {
	}

	static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
				escaped.append(c).append(text.charAt(++i));
			}
			else if (c == '\\' || c == '=' || Character.isISOControl(c) || Character.isSurrogate(c)) {
				escaped.append("\\u%04x".formatted((int) c));
			}
			else {
				escaped.append(c);
			}
		}
		return escaped.toString();
	}

	static String unescape(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c != '\\') {
				plain.append(c);
				continue;
			}
			if (i + ESCAPE > text.length() || text.charAt(i + 1) != 'u') {
				throw new IllegalArgumentException("it has a broken escape");
			}
			try {
				plain.append((char) Integer.parseInt(text, i + 2, i + ESCAPE, 16));
			}
			catch (NumberFormatException ex) {
				throw new IllegalArgumentException("it has a broken escape", ex);
			}
			i += ESCAPE - 1;
		}
		return plain.toString();
	}

}
