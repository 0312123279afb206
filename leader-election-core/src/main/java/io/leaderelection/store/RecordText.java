/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The text format of records, for stores that keep bytes and for people who read them: a
 * first line with the version, a line with {@linkplain EscapedText escaped} name and
 * value for each field, and a last line that shows that nothing is missing. The same
 * record always has the same text.
 */
public final class RecordText {

	/**
	 * The size above which text is garbage, about twice that of the largest legal record.
	 */
	public static final int MAX_BYTES = 256 * 1024;

	private static final String FIRST = "leader-election-record 1";

	private static final String LAST = "end";

	/** The prefix of the names of metadata. */
	private static final String METADATA = "m:";

	private RecordText() {
	}

	/**
	 * Formats a record.
	 * @param fields values by the names of fields, in the order of their lines; names do
	 * not begin with {@code m:}
	 * @param metadata the candidate's metadata
	 * @return the text, in ASCII
	 */
	public static byte[] format(Map<String, ?> fields, Map<String, String> metadata) {
		StringBuilder text = new StringBuilder(FIRST).append('\n');
		fields.forEach((name, value) -> line(text, name, value.toString()));
		new TreeMap<>(metadata).forEach((name, value) -> line(text, METADATA + name, value));
		return text.append(LAST).append('\n').toString().getBytes(StandardCharsets.US_ASCII);
	}

	private static void line(StringBuilder text, String name, String value) {
		text.append(EscapedText.escape(name)).append('=').append(EscapedText.escape(value)).append('\n');
	}

	/**
	 * Parses the result of {@link #format}.
	 * @param bytes the text, or anything else
	 * @return the fields, not checked yet
	 * @throws IllegalArgumentException if it is anything else; the message completes a
	 * sentence about the record, and does not quote it
	 */
	public static RecordFields parse(byte[] bytes) {
		require(bytes.length <= MAX_BYTES, "it is longer than " + MAX_BYTES + " bytes");
		String[] lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1);
		require(lines.length >= 3 && lines[0].equals(FIRST), "it does not begin with '" + FIRST + "'");
		require(lines[lines.length - 2].equals(LAST) && lines[lines.length - 1].isEmpty(), "its end is missing");
		Map<String, String> fields = new HashMap<>();
		Map<String, String> metadata = new HashMap<>();
		for (int i = 1; i < lines.length - 2; i++) {
			int separator = lines[i].indexOf('=');
			require(separator > 0, "line " + (i + 1) + " has no name");
			String name = unescape(lines[i].substring(0, separator));
			String value = unescape(lines[i].substring(separator + 1));
			String former = name.startsWith(METADATA) ? metadata.put(name.substring(METADATA.length()), value)
					: fields.put(name, value);
			require(former == null, "line " + (i + 1) + " repeats a name");
		}
		return new RecordFields(fields, metadata);
	}

	private static String unescape(String text) {
		try {
			return EscapedText.unescape(text);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("it " + ex.getMessage(), ex);
		}
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
