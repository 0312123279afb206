/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Codec that writes text and metadata as JSON strings and objects in pure ASCII, so that
 * no character set or collation of a database can change or reject them.
 */
final class AsciiText {

	private static final int FIRST_PRINTABLE = 0x20;

	private static final int LAST_PRINTABLE = 0x7e;

	private AsciiText() {
	}

	/**
	 * Escapes all characters other than printable ASCII.
	 * @param text any text
	 * @return the content of a JSON string, without its quotes
	 */
	static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length() + 8);
		append(escaped, text);
		return escaped.toString();
	}

	/**
	 * Decodes the output of {@link #escape}.
	 * @param escaped the text read from the database
	 * @return the text
	 * @throws IllegalArgumentException if the text is malformed
	 */
	static String unescape(String escaped) {
		Reader reader = new Reader(escaped);
		String text = reader.text();
		reader.end();
		return text;
	}

	/**
	 * Writes a JSON object, sorted by key.
	 * @param map the keys and values
	 * @return the JSON object
	 */
	static String object(Map<String, String> map) {
		StringBuilder object = new StringBuilder("{");
		new TreeMap<>(map).forEach((key, value) -> {
			object.append((object.length() == 1) ? "\"" : ",\"");
			append(object, key);
			object.append("\":\"");
			append(object, value);
			object.append('"');
		});
		return object.append('}').toString();
	}

	/**
	 * Decodes the output of {@link #object}.
	 * @param object the JSON object read from the database
	 * @return the keys and values
	 * @throws IllegalArgumentException if the object is malformed
	 */
	static Map<String, String> map(String object) {
		Reader reader = new Reader(object);
		Map<String, String> map = new HashMap<>();
		reader.expect('{');
		while (!reader.at('}')) {
			if (!map.isEmpty()) {
				reader.expect(',');
			}
			reader.expect('"');
			String key = reader.text();
			reader.expect('"');
			reader.expect(':');
			reader.expect('"');
			String value = reader.text();
			reader.expect('"');
			if (map.put(key, value) != null) {
				throw new IllegalArgumentException("a key occurs twice");
			}
		}
		reader.expect('}');
		reader.end();
		return map;
	}

	private static void append(StringBuilder escaped, String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '"' || c == '\\') {
				escaped.append('\\').append(c);
			}
			else if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
				escaped.append("\\u");
				for (int shift = 12; shift >= 0; shift -= 4) {
					escaped.append(Character.forDigit((c >> shift) & 0xf, 16));
				}
			}
			else {
				escaped.append(c);
			}
		}
	}

	private static final class Reader {

		private final String source;

		private int position;

		Reader(String source) {
			this.source = source;
		}

		/** Reads up to a quote or the end. */
		String text() {
			StringBuilder text = new StringBuilder();
			while (this.position < this.source.length() && !at('"')) {
				char c = next();
				if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE) {
					throw new IllegalArgumentException("an unescaped character at position " + (this.position - 1));
				}
				text.append((c == '\\') ? escaped() : c);
			}
			return text.toString();
		}

		private char escaped() {
			char c = next();
			if (c == '"' || c == '\\') {
				return c;
			}
			if (c != 'u' || this.position + 4 > this.source.length()) {
				throw new IllegalArgumentException("an unknown escape at position " + (this.position - 1));
			}
			int code = 0;
			for (int i = 0; i < 4; i++) {
				int digit = Character.digit(next(), 16);
				if (digit < 0) {
					throw new IllegalArgumentException("an unknown escape at position " + (this.position - 1));
				}
				code = (code << 4) | digit;
			}
			return (char) code;
		}

		boolean at(char c) {
			return this.position < this.source.length() && this.source.charAt(this.position) == c;
		}

		void expect(char c) {
			if (!at(c)) {
				throw new IllegalArgumentException("no '" + c + "' at position " + this.position);
			}
			this.position++;
		}

		void end() {
			if (this.position < this.source.length()) {
				throw new IllegalArgumentException("unexpected text from position " + this.position);
			}
		}

		private char next() {
			if (this.position >= this.source.length()) {
				throw new IllegalArgumentException("an unexpected end");
			}
			return this.source.charAt(this.position++);
		}

	}

}
