/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Metadata as one string: each key and each value as its length in characters, a colon
 * and its characters.
 */
final class MetadataText {

	private static final int LONGEST_NUMBER = 6;

	private final String text;

	private int position;

	private MetadataText(String text) {
		this.text = text;
	}

	static String write(Map<String, String> metadata) {
		StringBuilder text = new StringBuilder();
		new TreeMap<>(metadata).forEach((key, value) -> {
			append(text, key);
			append(text, value);
		});
		return text.toString();
	}

	private static void append(StringBuilder text, String part) {
		text.append(part.length()).append(':').append(part);
	}

	/**
	 * Reads what was written.
	 * @throws IllegalArgumentException if it is anything else
	 */
	static Map<String, String> read(String text) {
		return new MetadataText(text).read();
	}

	private Map<String, String> read() {
		Map<String, String> metadata = new HashMap<>();
		while (this.position < this.text.length()) {
			String key = part();
			metadata.put(key, part());
		}
		return metadata;
	}

	private String part() {
		int colon = this.text.indexOf(':', this.position);
		if (colon <= this.position || colon - this.position > LONGEST_NUMBER) {
			throw new IllegalArgumentException("No length at character " + this.position);
		}
		int length = 0;
		for (int i = this.position; i < colon; i++) {
			int digit = this.text.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				throw new IllegalArgumentException("No length at character " + this.position);
			}
			length = 10 * length + digit;
		}
		int end = colon + 1 + length;
		if (end > this.text.length()) {
			throw new IllegalArgumentException("Cut off at character " + this.position);
		}
		this.position = end;
		return this.text.substring(colon + 1, end);
	}

}
