/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

/**
 * Names and values of a record on one line each.
 */
final class RecordText {

	private RecordText() {
	}

	static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			switch (c) {
				case '\\' -> escaped.append("\\\\");
				case '\n' -> escaped.append("\\n");
				case '\r' -> escaped.append("\\r");
				case '=' -> escaped.append("\\e");
				default -> escaped.append(c);
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
		boolean escaped = false;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (escaped) {
				plain.append(decode(c));
				escaped = false;
			}
			else if (c == '\\') {
				escaped = true;
			}
			else {
				plain.append(c);
			}
		}
		if (escaped) {
			throw new IllegalArgumentException("a backslash stands at the end");
		}
		return plain.toString();
	}

	private static char decode(char code) {
		return switch (code) {
			case '\\' -> '\\';
			case 'n' -> '\n';
			case 'r' -> '\r';
			case 'e' -> '=';
			default -> throw new IllegalArgumentException("a backslash stands before something unknown");
		};
	}

}
