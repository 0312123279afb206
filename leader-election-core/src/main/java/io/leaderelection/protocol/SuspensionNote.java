/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.Suspension;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.EscapedText;
import org.jspecify.annotations.Nullable;

/**
 * The text of the checkpoint that suspends an election.
 */
public final class SuspensionNote {

	private static final String SINCE = "since";

	private static final String BY = "by";

	private static final String REASON = "reason";

	private SuspensionNote() {
	}

	/**
	 * Formats a note.
	 * @param since since when the election is suspended
	 * @param by the candidate that suspends it
	 * @param reason why
	 * @return the text
	 */
	public static String format(Instant since, String by, String reason) {
		return EscapedText.format(Map.of(SINCE, since.toString(), BY, by, REASON, reason));
	}

	/**
	 * Returns the note in the checkpoints of a record.
	 * @param checkpoints the checkpoints
	 * @return the text of the note, or {@code null} if there is none, or if the
	 * checkpoints are not understood, which suspends nothing
	 */
	static @Nullable String in(Checkpoints checkpoints) {
		// Mostly, this saves the parsing
		boolean possible = checkpoints.text().contains(Suspension.CHECKPOINT);
		return (possible && checkpoints.isUnderstood()) ? checkpoints.values().get(Suspension.CHECKPOINT) : null;
	}

	/**
	 * Parses the result of {@link #format}. Another program may have written the text: it
	 * suspends the election nevertheless.
	 * @param text the text, or {@code null} if the checkpoint has none
	 * @return the suspension; its reason is the text if that is not understood
	 */
	public static Suspension parse(@Nullable String text) {
		String known = (text != null) ? text : "";
		try {
			Map<String, String> fields = EscapedText.parse(known);
			String since = fields.get(SINCE);
			String by = fields.get(BY);
			String reason = fields.get(REASON);
			if (since != null && by != null && reason != null) {
				return new Suspension(Instant.parse(since), shown(by), shown(reason));
			}
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			// Not understood
		}
		return new Suspension(null, null, shown(known));
	}

	/** Returns text of the store without control characters, and not too long. */
	private static String shown(String text) {
		String bounded = text.substring(0, Math.min(text.length(), Suspension.MAX_REASON));
		return bounded.codePoints()
			.map((character) -> Character.isISOControl(character) ? ' ' : character)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

}
