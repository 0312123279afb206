/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of an election, as a store keeps them: one text with a version that
 * rises with each write, also over terms. A store neither interprets nor changes the
 * text.
 * <p>
 * The text is printable ASCII without backslashes, so that it needs no escapes anywhere:
 * each checkpoint is {@code name=value|}, in the order of the names; any other character,
 * and {@code ~}, {@code =} and {@code |} within a name or value, is {@code ~} and four
 * hexadecimal digits. Empty text means no checkpoints.
 *
 * @param version the number of the last write, from 0 to {@link StoredTerm#MAX_TOKEN}; 0
 * if nothing was written yet. One on record above {@link #MAX_VERSION} counts as 0
 * @param text the checkpoints as text; may be anything if another program wrote it
 */
public record Checkpoints(long version, String text) {

	/** No checkpoints. */
	public static final Checkpoints NONE = new Checkpoints(0, "");

	/**
	 * The largest version on record that is understood, with room for later versions.
	 */
	public static final long MAX_VERSION = 1L << 61;

	/**
	 * The length above which text is not understood, slightly more than the checkpoints
	 * can need.
	 */
	public static final int MAX_TEXT = 64 * 1024;

	/** Prefix of text that is too long or has no valid version; never a valid escape. */
	private static final String NOT_UNDERSTOOD = "~~";

	private static final int ESCAPE = 5;

	/**
	 * Checks the version.
	 * @throws IllegalArgumentException if it is out of range
	 */
	public Checkpoints {
		if (version < 0 || version > StoredTerm.MAX_TOKEN) {
			throw new IllegalArgumentException("its checkpoint version is out of range");
		}
		text = (text.length() <= MAX_TEXT) ? text : NOT_UNDERSTOOD;
	}

	/**
	 * Returns checkpoints with the text of values.
	 * @param version the number of this write
	 * @param values the checkpoints by name
	 * @return the checkpoints
	 * @throws IllegalArgumentException if the version is out of range
	 */
	public static Checkpoints of(long version, Map<String, String> values) {
		StringBuilder text = new StringBuilder();
		new TreeMap<>(values).forEach((name, value) -> {
			escape(text, name);
			text.append('=');
			escape(text, value);
			text.append('|');
		});
		return new Checkpoints(version, text.toString());
	}

	/**
	 * Returns the checkpoints that a store has on record, which may be anything. Never
	 * fails, because broken checkpoints must not prevent leadership.
	 * @param version the version on record, or {@code null} if there is none
	 * @param text the text on record, or {@code null} if there is none
	 * @return the checkpoints, which may not be {@linkplain #isUnderstood() understood}
	 */
	public static Checkpoints read(@Nullable String version, @Nullable String text) {
		try {
			long number = (version != null) ? Long.parseLong(version) : 0;
			return new Checkpoints((number <= MAX_VERSION) ? number : -1, (text != null) ? text : "");
		}
		catch (IllegalArgumentException ex) {
			// Keeps the text readable for people
			return new Checkpoints(0, NOT_UNDERSTOOD + text);
		}
	}

	/**
	 * Returns whether a write of these checkpoints replaces others.
	 * @param recorded the checkpoints on record
	 * @return whether the version is higher than that on record
	 */
	public boolean isNewerThan(Checkpoints recorded) {
		return this.version > recorded.version || recorded.version > MAX_VERSION;
	}

	/**
	 * Returns the version without the text, as the answer to a renewal.
	 * @return checkpoints with the same version and no text
	 */
	public Checkpoints versionAlone() {
		return this.text.isEmpty() ? this : new Checkpoints(this.version, "");
	}

	/**
	 * Returns whether the text has the format of {@link #of}.
	 * @return whether {@link #values()} returns the checkpoints
	 */
	public boolean isUnderstood() {
		try {
			values();
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * Parses the text.
	 * @return the checkpoints by name, unmodifiable
	 * @throws IllegalArgumentException if the text is not understood; the message does
	 * not quote it
	 */
	public Map<String, String> values() {
		Map<String, String> values = new HashMap<>();
		int at = 0;
		while (at < this.text.length()) {
			int separator = this.text.indexOf('=', at);
			int end = this.text.indexOf('|', at);
			if (separator < 0 || separator > end) {
				throw new IllegalArgumentException("the text of the checkpoints has no valid form");
			}
			String value = unescape(this.text.substring(separator + 1, end));
			if (values.put(unescape(this.text.substring(at, separator)), value) != null) {
				throw new IllegalArgumentException("the text of the checkpoints repeats a name");
			}
			at = end + 1;
		}
		return Map.copyOf(values);
	}

	private static void escape(StringBuilder text, String plain) {
		for (int i = 0; i < plain.length(); i++) {
			char c = plain.charAt(i);
			if (isPlain(c)) {
				text.append(c);
			}
			else {
				text.append("~%04x".formatted((int) c));
			}
		}
	}

	private static boolean isPlain(char c) {
		return c >= ' ' && c < '~' && c != '=' && c != '|' && c != '\\';
	}

	private static String unescape(String escaped) {
		StringBuilder plain = new StringBuilder(escaped.length());
		for (int i = 0; i < escaped.length(); i++) {
			char c = escaped.charAt(i);
			if (c == '~' && i + ESCAPE <= escaped.length()) {
				plain.append((char) Integer.parseUnsignedInt(escaped, i + 1, i + ESCAPE, 16));
				i += ESCAPE - 1;
			}
			else if (isPlain(c)) {
				plain.append(c);
			}
			else {
				throw new IllegalArgumentException("the text of the checkpoints has an illegal character");
			}
		}
		return plain.toString();
	}

}
