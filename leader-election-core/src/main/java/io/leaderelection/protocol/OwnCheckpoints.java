/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Map;

import io.leaderelection.Suspension;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Renew;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of an own term: the requested content with its version, and the content
 * that is known to be written. Each content has its own version, so that a renewal that
 * the store carries out late does not overwrite newer content.
 */
final class OwnCheckpoints {

	private final long token;

	/** The highest version that was ever used or seen. */
	private long highest;

	/** The version that the store is last known to have. */
	private long confirmed;

	/**
	 * The version of the requested content, which is written if it is the confirmed one.
	 */
	private long version;

	/** The requested content, or {@code null} if that of the record is not understood. */
	private @Nullable Map<String, String> values;

	/** The last request, and the last one that is known to be written. */
	private long requested;

	private long noted;

	/** The content that was sent last. */
	private @Nullable Content sent;

	private record Content(long version, long request, Map<String, String> values) {
	}

	OwnCheckpoints(long token, Checkpoints granted) {
		this.token = token;
		this.highest = granted.version();
		this.confirmed = granted.version();
		this.version = granted.version();
		this.values = granted.isUnderstood() ? granted.values() : null;
	}

	/** Requests other content. Has no effect after a later request. */
	void request(long request, Map<String, String> values) {
		if (request > this.requested) {
			this.requested = request;
			this.values = values;
			this.version = ++this.highest;
		}
	}

	/**
	 * Returns whether the requested content has the note that suspends the election. One
	 * that is not understood has none: it never prevents leadership.
	 */
	boolean suspend() {
		return this.values != null && this.values.containsKey(Suspension.CHECKPOINT);
	}

	/** Returns whether the content without that note is known to be written. */
	boolean isResumed() {
		return !suspend() && !isOpen();
	}

	/** Returns whether the requested content is not known to be written. */
	boolean isOpen() {
		return this.values != null && this.version != this.confirmed;
	}

	/** Returns the checkpoints to send with a renewal, or {@code null} for none. */
	@Nullable Checkpoints send() {
		Map<String, String> values = this.values;
		if (values == null || !isOpen()) {
			return null;
		}
		this.sent = new Content(this.version, this.requested, values);
		return Checkpoints.of(this.version, values);
	}

	/**
	 * Processes a renewal that was granted in time.
	 * @param command the renewal
	 * @param answered the version that the record has after it
	 * @return whether the record has the expected version
	 */
	boolean granted(OpenStep step, Renew command, long answered) {
		Checkpoints carried = command.checkpoints();
		long expected = (carried != null) ? carried.version() : this.confirmed;
		if (answered != expected) {
			differs(step, expected, answered);
			return false;
		}
		Content sent = this.sent;
		if (carried != null && sent != null && answered == sent.version() && sent.request() > this.noted) {
			step.add(new Effect.Noted(this.token, sent.request(), sent.values()));
			this.noted = sent.request();
		}
		this.confirmed = answered;
		return true;
	}

	/** The store lost a write, or another process wrote with the token of this term. */
	private void differs(OpenStep step, long expected, long answered) {
		step.add(new Effect.CheckpointsDiffer(this.token, expected, answered));
		this.highest = Math.max(this.highest, answered);
		this.confirmed = answered;
		if (answered < expected || this.requested != this.noted) {
			this.version = ++this.highest;
		}
		else {
			this.version = answered;
		}
	}

}
