/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of an election, as a store keeps them: one text with a version that
 * rises with each write, also over terms. A store neither interprets nor changes the
 * text.
 * <p>
 * The text is that of {@link EscapedText#format}: {@code name=value|} for each
 * checkpoint, in printable ASCII without backslashes, so that it needs no escapes
 * anywhere. Empty text means no checkpoints.
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
		return new Checkpoints(version, EscapedText.format(values));
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
	 * Returns the version with the text that is kept beside it.
	 * @param text the text
	 * @return checkpoints with the same version and this text; unchanged if the version
	 * is 0
	 */
	Checkpoints withText(String text) {
		return (this.version > 0) ? new Checkpoints(this.version, text) : this;
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
		try {
			return EscapedText.parse(this.text);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("the text of the checkpoints " + ex.getMessage(), ex);
		}
	}

}
