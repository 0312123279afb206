/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * What a script answers for one key.
 */
final class ScriptReply {

	private static final String GRANTED = "granted";

	private final String key;

	private final List<byte[]> parts;

	private final @Nullable LeaseStoreException unconfirmed;

	private ScriptReply(String key, List<byte[]> parts, @Nullable LeaseStoreException unconfirmed) {
		this.key = key;
		this.parts = parts;
		this.unconfirmed = unconfirmed;
	}

	/**
	 * Takes a reply apart.
	 * @throws LeaseStoreException if it is not of the shape the scripts give
	 */
	static List<ScriptReply> of(ScriptAnswer answer, RedisKeys names, List<ElectionKey> keys) {
		if (!(answer.reply() instanceof List<?> items) || items.size() != keys.size()) {
			throw new LeaseStoreException("Redis answered a script with something else than " + keys.size()
					+ " replies. Check what stands between this instance and the server");
		}
		List<ScriptReply> replies = new ArrayList<>(keys.size());
		for (int i = 0; i < keys.size(); i++) {
			replies.add(new ScriptReply(names.name(keys.get(i)), parts(items.get(i)), answer.unconfirmed()));
		}
		return replies;
	}

	/** Whether a reply has a grant in it. */
	static boolean grants(@Nullable Object reply) {
		return reply instanceof List<?> items && items.stream().anyMatch((item) -> kind(parts(item)).equals(GRANTED));
	}

	private static List<byte[]> parts(@Nullable Object item) {
		List<byte[]> parts = new ArrayList<>();
		if (item instanceof List<?> list) {
			for (Object part : list) {
				if (part instanceof byte[] bytes) {
					parts.add(bytes);
				}
			}
		}
		return parts;
	}

	Outcome.OfAcquire ofAcquire() {
		return switch (kind()) {
			case GRANTED -> (this.unconfirmed != null) ? new Outcome.Unknown(this.unconfirmed) : granted();
			case "held" -> held();
			case "free" -> free();
			case "lost" -> new Outcome.Lost();
			default -> unknown();
		};
	}

	Outcome.OfRenew ofRenew() {
		return switch (kind()) {
			case GRANTED -> (this.unconfirmed != null) ? new Outcome.Unknown(this.unconfirmed) : granted();
			case "lost" -> new Outcome.Lost();
			default -> unknown();
		};
	}

	Outcome.OfRelease ofRelease() {
		return switch (kind()) {
			case "released" -> new Outcome.Released();
			case "lost" -> new Outcome.Lost();
			default -> unknown();
		};
	}

	Outcome.OfObserve ofObserve() {
		return switch (kind()) {
			case "held" -> held();
			case "free" -> free();
			default -> unknown();
		};
	}

	/** What to say of a reply that is of no use. */
	LeaseStoreException notUnderstood(@Nullable Throwable cause) {
		return new LeaseStoreException("The reply for the Redis key '" + this.key
				+ "' is not understood. Check what stands between this instance and the server", cause);
	}

	/** Why the hint of a release was not published. */
	@Nullable String hintFailure() {
		return (kind().equals("released") && this.parts.size() > 1) ? text(1) : null;
	}

	private String kind() {
		return kind(this.parts);
	}

	private static String kind(List<byte[]> parts) {
		return (parts.isEmpty()) ? "" : new String(parts.get(0), StandardCharsets.UTF_8);
	}

	private Outcome.Granted granted() {
		return new Outcome.Granted(number(1), millis(2), millis(3));
	}

	private Outcome.Held held() {
		return new Outcome.Held(text(1), Instant.ofEpochMilli(number(2)), number(3), millis(4), millis(5), metadata(6));
	}

	private Outcome.Free free() {
		return new Outcome.Free(number(1), text(2).equals("1"));
	}

	private Outcome.Unknown unknown() {
		return switch (kind()) {
			case "garbage" -> new Outcome.Unknown(new GarbageRecordException("The record under the Redis key '"
					+ this.key + "' is garbage: " + text(1) + ". Delete the key or restore the record from a backup"));
			case "failed" -> new Outcome.Unknown(RedisFailures.ofRecord(this.key, text(1)));
			default -> new Outcome.Unknown(notUnderstood(null));
		};
	}

	private Map<String, String> metadata(int part) {
		return MetadataText.read(this.parts.get(part));
	}

	private Duration millis(int part) {
		return Duration.ofMillis(number(part));
	}

	private long number(int part) {
		return Long.parseLong(text(part));
	}

	private String text(int part) {
		return new String(this.parts.get(part), StandardCharsets.UTF_8);
	}

}
