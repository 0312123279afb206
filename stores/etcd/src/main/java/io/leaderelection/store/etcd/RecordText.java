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
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c != '\\') {
				plain.append(c);
				continue;
			}
			i++;
			char code = (i < text.length()) ? text.charAt(i) : ' ';
			switch (code) {
				case '\\' -> plain.append('\\');
				case 'n' -> plain.append('\n');
				case 'r' -> plain.append('\r');
				case 'e' -> plain.append('=');
				default -> throw new IllegalArgumentException("a backslash stands before something unknown");
			}
		}
		return plain.toString();
	}

}
