/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Renew;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of an own term: which content the record is to have, under which
 * version, and what is known to be written. Each content has a version of its own, so
 * that a renewal which the store carries out late takes no newer content back.
 */
final class OwnCheckpoints {

	private final long token;

	/** The highest version that was ever used or seen. */
	private long highest;

	/** The checkpoint that the store is known to have, or had. */
	private long confirmed;

	/** The version of the content that is wanted; written if it is the confirmed one. */
	private long version;

	/** The content that is wanted, or {@code null} if the record's is not understood. */
	private @Nullable Map<String, String> values;

	/** The last request for content, and the last one that is known to be written. */
	private long requested;

	private long noted;

	/** The checkpoint that was sent last, which later requests do not change. */
	private @Nullable Content sent;

	/** Whether a handover has sent for the last time what was not written. */
	private boolean sentBeforeRelease;

	private record Content(long version, long request, Map<String, String> values) {
	}

	OwnCheckpoints(long token, Checkpoints granted) {
		this.token = token;
		this.highest = granted.version();
		this.confirmed = granted.version();
		this.version = granted.version();
		this.values = granted.isUnderstood() ? granted.values() : null;
	}

	/** Other content is wanted. Without effect if a later request was heard before. */
	void request(long request, Map<String, String> values) {
		if (request > this.requested) {
			this.requested = request;
			this.values = values;
			this.version = ++this.highest;
		}
	}

	/** Whether the content that is wanted is not known to be written. */
	boolean isOpen() {
		return this.values != null && this.version != this.confirmed;
	}

	/** The checkpoint that a renewal carries now, or {@code null}. */
	@Nullable Checkpoints send() {
		Map<String, String> values = this.values;
		if (values == null || !isOpen()) {
			return null;
		}
		this.sent = new Content(this.version, this.requested, values);
		return Checkpoints.of(this.version, values);
	}

	/** Whether to send what is not written once more before the release. */
	boolean isToBeSentBeforeRelease() {
		return isOpen() && !this.sentBeforeRelease;
	}

	void sendBeforeRelease() {
		this.sentBeforeRelease = true;
	}

	/**
	 * A renewal was granted in time.
	 * @param command the renewal
	 * @param answered the version that the record has after it
	 * @return whether the record has what this term knew
	 */
	boolean granted(Turn turn, Renew command, long answered) {
		Checkpoints carried = command.checkpoints();
		long expected = (carried != null) ? carried.version() : this.confirmed;
		if (answered != expected) {
			differs(turn, expected, answered);
			return false;
		}
		Content sent = this.sent;
		if (carried != null && sent != null && answered == sent.version() && sent.request() > this.noted) {
			turn.add(new Effect.Noted(this.token, sent.request(), sent.values()));
			this.noted = sent.request();
		}
		this.confirmed = answered;
		return true;
	}

	/** The store lost a write, or somebody else wrote under the token of this term. */
	private void differs(Turn turn, long expected, long answered) {
		turn.add(new Effect.CheckpointsDiffer(this.token, expected, answered));
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
