/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the replies of scripts. The reply for a key is a list of its kind and its values.
 */
final class ScriptReplies {

	private static final String GRANTED = "granted";

	private static final String RELEASED = "released";

	private static final String UNCONFIRMED = "unconfirmed";

	private ScriptReplies() {
	}

	/**
	 * Splits a reply into the replies for each key.
	 * @param reply the reply of the script
	 * @param keys the number of keys of the call
	 * @return the parts of the reply for each key
	 * @throws LeaseStoreException if it is malformed
	 */
	static List<List<String>> of(@Nullable Object reply, int keys) {
		if (!(reply instanceof List<?> items) || items.size() != keys) {
			throw new LeaseStoreException("Redis did not answer a script with " + keys
					+ " replies. Check whether a proxy between this instance and the server changes them");
		}
		return items.stream().map(ScriptReplies::parts).toList();
	}

	private static List<String> parts(@Nullable Object item) {
		return (item instanceof List<?> list)
				? list.stream().filter(String.class::isInstance).map(String.class::cast).toList() : List.of();
	}

	/** Returns whether a reply is a grant. */
	static boolean isGrant(List<String> parts) {
		return kind(parts).equals(GRANTED);
	}

	/** Returns the reply for a grant that was written but not confirmed. */
	static List<String> unconfirmed(String reason) {
		return List.of(UNCONFIRMED, reason);
	}

	/** Returns why a release was not published, or {@code null}. */
	static @Nullable String notificationFailure(List<String> parts) {
		return (kind(parts).equals(RELEASED) && parts.size() > 1) ? parts.get(1) : null;
	}

	/**
	 * Returns the outcome for a key.
	 * @param outcomes the type of the command's outcomes
	 * @param key the key, for messages
	 * @param parts the parts of the reply
	 * @return the outcome, {@link Outcome.Unknown} for a reply that is not understood
	 */
	static <O extends Outcome> O outcome(Class<O> outcomes, String key, List<String> parts) {
		try {
			return outcomes.cast(outcome(key, parts));
		}
		catch (GarbageRecordException ex) {
			return outcomes.cast(new Outcome.Unknown(new GarbageRecordException("The record under the Redis key '" + key
					+ "' is garbage: " + ex.getMessage() + ". Delete the key or restore the record from a backup")));
		}
		catch (RuntimeException ex) {
			return outcomes.cast(new Outcome.Unknown(new LeaseStoreException("The reply for the Redis key '" + key
					+ "' is not understood. Check whether a proxy between this instance and the server changes it",
					ex)));
		}
	}

	private static Outcome outcome(String key, List<String> parts) {
		return switch (kind(parts)) {
			case GRANTED ->
				new Outcome.Granted(number(parts, 1), millis(parts, 2), millis(parts, 3), checkpoints(parts, 4));
			case "held" -> new Outcome.Leased(parts.get(1), Instant.ofEpochMilli(number(parts, 2)), number(parts, 3),
					millis(parts, 4), millis(parts, 5), metadata(parts.get(6)), checkpoints(parts, 7));
			case "free" -> new Outcome.Free(number(parts, 1), parts.get(2).equals("1"), checkpoints(parts, 3));
			case "lost" -> new Outcome.Lost();
			case RELEASED -> new Outcome.Released();
			case "garbage" -> throw new GarbageRecordException(parts.get(1));
			case "failed" -> new Outcome.Unknown(RedisFailures.ofRecord(key, parts.get(1)));
			case UNCONFIRMED -> new Outcome.Unknown(new LeaseStoreException(parts.get(1)));
			default -> throw new IllegalArgumentException("unknown kind of reply");
		};
	}

	private static String kind(List<String> parts) {
		return parts.isEmpty() ? "" : parts.get(0);
	}

	private static Map<String, String> metadata(String text) {
		try {
			return EscapedText.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("its field \"metadata\" " + ex.getMessage());
		}
	}

	/** Reads version and text, as far as the reply contains them. */
	private static Checkpoints checkpoints(List<String> parts, int index) {
		return Checkpoints.read((parts.size() > index) ? parts.get(index) : null,
				(parts.size() > index + 1) ? parts.get(index + 1) : null);
	}

	private static Duration millis(List<String> parts, int index) {
		return Duration.ofMillis(number(parts, index));
	}

	private static long number(List<String> parts, int index) {
		return Long.parseLong(parts.get(index));
	}

}
