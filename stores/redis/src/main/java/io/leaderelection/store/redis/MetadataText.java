/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Codec for metadata as one string: each key and each value as its length in bytes, a
 * colon and its bytes.
 */
final class MetadataText {

	private final byte[] text;

	private int position;

	private MetadataText(byte[] text) {
		this.text = text;
	}

	static byte[] write(Map<String, String> metadata) {
		StringBuilder text = new StringBuilder();
		new TreeMap<>(metadata).forEach((key, value) -> {
			append(text, key);
			append(text, value);
		});
		return RedisKeys.utf8(text.toString());
	}

	private static void append(StringBuilder text, String part) {
		text.append(RedisKeys.utf8(part).length).append(':').append(part);
	}

	/**
	 * Decodes metadata.
	 * @throws IllegalArgumentException if the text is malformed
	 */
	static Map<String, String> read(byte[] text) {
		return new MetadataText(text).read();
	}

	private Map<String, String> read() {
		Map<String, String> metadata = new HashMap<>();
		while (this.position < this.text.length) {
			String key = part();
			metadata.put(key, part());
		}
		return metadata;
	}

	private String part() {
		int length = 0;
		int digits = 0;
		while (this.position < this.text.length && this.text[this.position] != ':') {
			int digit = this.text[this.position++] - '0';
			if (digit < 0 || digit > 9 || ++digits > 6) {
				throw new IllegalArgumentException("No length at byte " + this.position);
			}
			length = 10 * length + digit;
		}
		int start = this.position + 1;
		if (digits == 0 || start + length > this.text.length) {
			throw new IllegalArgumentException("Cut off at byte " + this.position);
		}
		this.position = start + length;
		return new String(this.text, start, length, StandardCharsets.UTF_8);
	}

}
