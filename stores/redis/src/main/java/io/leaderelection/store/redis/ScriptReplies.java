/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.charset.StandardCharsets;
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
	static List<List<byte[]>> of(@Nullable Object reply, int keys) {
		if (!(reply instanceof List<?> items) || items.size() != keys) {
			throw new LeaseStoreException("Redis did not answer a script with " + keys
					+ " replies. Check whether a proxy between this instance and the server changes them");
		}
		return items.stream().map(ScriptReplies::parts).toList();
	}

	private static List<byte[]> parts(@Nullable Object item) {
		return (item instanceof List<?> list)
				? list.stream().filter(byte[].class::isInstance).map(byte[].class::cast).toList() : List.of();
	}

	/** Returns whether a reply is a grant. */
	static boolean isGrant(List<byte[]> parts) {
		return kind(parts).equals(GRANTED);
	}

	/** Returns the reply for a grant that was written but not confirmed. */
	static List<byte[]> unconfirmed(String reason) {
		return List.of(RedisKeys.utf8(UNCONFIRMED), RedisKeys.utf8(reason));
	}

	static Outcome.OfAcquire ofAcquire(String key, List<byte[]> parts) {
		return switch (kind(parts)) {
			case GRANTED -> granted(parts);
			case "held" -> leased(key, parts);
			case "free" -> free(parts);
			case "lost" -> new Outcome.Lost();
			default -> unknown(key, parts);
		};
	}

	static Outcome.OfRenew ofRenew(String key, List<byte[]> parts) {
		return switch (kind(parts)) {
			case GRANTED -> granted(parts);
			case "lost" -> new Outcome.Lost();
			default -> unknown(key, parts);
		};
	}

	static Outcome.OfRelease ofRelease(String key, List<byte[]> parts) {
		return switch (kind(parts)) {
			case "released" -> new Outcome.Released();
			case "lost" -> new Outcome.Lost();
			default -> unknown(key, parts);
		};
	}

	static Outcome.OfObserve ofObserve(String key, List<byte[]> parts) {
		return switch (kind(parts)) {
			case "held" -> leased(key, parts);
			case "free" -> free(parts);
			default -> unknown(key, parts);
		};
	}

	/** Returns the failure for a malformed reply. */
	static LeaseStoreException notUnderstood(String key, @Nullable Throwable cause) {
		return new LeaseStoreException(
				"The reply for the Redis key '" + key
						+ "' is not understood. Check whether a proxy between this instance and the server changes it",
				cause);
	}

	/** Returns why a release was not published, or {@code null}. */
	static @Nullable String notificationFailure(List<byte[]> parts) {
		return (kind(parts).equals("released") && parts.size() > 1) ? text(parts, 1) : null;
	}

	private static String kind(List<byte[]> parts) {
		return (parts.isEmpty()) ? "" : text(parts, 0);
	}

	private static Outcome.Granted granted(List<byte[]> parts) {
		return new Outcome.Granted(number(parts, 1), millis(parts, 2), millis(parts, 3), checkpoints(parts, 4));
	}

	private static Outcome.Leased leased(String key, List<byte[]> parts) {
		return new Outcome.Leased(text(parts, 1), Instant.ofEpochMilli(number(parts, 2)), number(parts, 3),
				millis(parts, 4), millis(parts, 5), metadata(key, text(parts, 6)), checkpoints(parts, 7));
	}

	private static Map<String, String> metadata(String key, String text) {
		try {
			return EscapedText.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw garbage(key, "its field \"metadata\" " + ex.getMessage());
		}
	}

	private static GarbageRecordException garbage(String key, String reason) {
		return new GarbageRecordException("The record under the Redis key '" + key + "' is garbage: " + reason
				+ ". Delete the key or restore the record from a backup");
	}

	private static Outcome.Free free(List<byte[]> parts) {
		return new Outcome.Free(number(parts, 1), text(parts, 2).equals("1"), checkpoints(parts, 3));
	}

	/** Reads version and text, as far as the reply contains them. */
	private static Checkpoints checkpoints(List<byte[]> parts, int index) {
		return Checkpoints.read((parts.size() > index) ? text(parts, index) : null,
				(parts.size() > index + 1) ? text(parts, index + 1) : null);
	}

	private static Outcome.Unknown unknown(String key, List<byte[]> parts) {
		return new Outcome.Unknown(switch (kind(parts)) {
			case "garbage" -> garbage(key, text(parts, 1));
			case "failed" -> RedisFailures.ofRecord(key, text(parts, 1));
			case UNCONFIRMED -> new LeaseStoreException(text(parts, 1));
			default -> notUnderstood(key, null);
		});
	}

	private static Duration millis(List<byte[]> parts, int index) {
		return Duration.ofMillis(number(parts, index));
	}

	private static long number(List<byte[]> parts, int index) {
		return Long.parseLong(text(parts, index));
	}

	private static String text(List<byte[]> parts, int index) {
		return new String(parts.get(index), StandardCharsets.UTF_8);
	}

}
