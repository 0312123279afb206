/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Instant;
import java.util.Map;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome.Granted;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * A term that the store granted to this candidate.
 */
final class OwnTerm {

	private final CandidateProfile profile;

	private final Nonce nonce;

	private final long token;

	private final Instant since;

	private final Map<String, String> metadata;

	private TermBounds bounds;

	/** When the last confirmed lease is over for all candidates. */
	private long leaseEnd;

	private long renewAt;

	/** Until when a former leader may believe that it leads. */
	private final long notBefore;

	/** While the term is unconfirmed. */
	private @Nullable Doubt doubt;

	/** The checkpoints of the predecessors. */
	private final Checkpoints inherited;

	private final OwnCheckpoints checkpoints;

	/**
	 * Why the store has to confirm the term.
	 *
	 * @param cause the cause
	 * @param confirmBy when the term ends without a confirmation
	 */
	record Doubt(TransitionCause cause, long confirmBy) {
	}

	OwnTerm(CandidateProfile profile, Acquire command, Granted granted, long notBefore, TermBounds bounds) {
		this.profile = profile;
		this.nonce = command.nonce();
		this.token = granted.token();
		this.since = command.at();
		this.metadata = command.metadata();
		this.notBefore = notBefore;
		this.bounds = bounds;
		this.inherited = granted.checkpoints();
		this.checkpoints = new OwnCheckpoints(this.token, this.inherited);
	}

	/**
	 * Returns the validity of a grant, which is never longer than the lease in the store,
	 * whatever was requested.
	 */
	static TermBounds validity(CandidateProfile profile, Moment sent, Granted granted) {
		ElectionTiming timing = profile.timing();
		return new TermBounds(sent.ticker(), sent.wall(), lease(profile, granted) - timing.safetyMargin().toNanos(),
				timing.clockTolerance().toNanos());
	}

	private static long lease(CandidateProfile profile, Granted granted) {
		return Math.min(profile.timing().lease().toNanos(), Durations.nanos(granted.duration()));
	}

	/**
	 * Updates the validity after the store granted or renewed the term.
	 * @param bounds the validity of the grant
	 */
	void confirm(OpenStep step, Pace pace, Moment sent, Granted granted, TermBounds bounds) {
		long lease = lease(this.profile, granted);
		this.bounds = bounds;
		this.leaseEnd = step.at(sent) + lease;
		this.renewAt = step.at(sent)
				+ pace.renewal(sent.ticker(), Math.min(this.profile.timing().renewInterval().toNanos(), lease / 3));
		this.doubt = null;
	}

	/** Marks the term as unconfirmed. */
	void unconfirm(long at, Doubt doubt) {
		this.doubt = doubt;
		this.renewAt = at;
	}

	void renewAt(long at) {
		this.renewAt = at;
	}

	OwnCheckpoints checkpoints() {
		return this.checkpoints;
	}

	Checkpoints inherited() {
		return this.inherited;
	}

	Nonce nonce() {
		return this.nonce;
	}

	long token() {
		return this.token;
	}

	TermBounds bounds() {
		return this.bounds;
	}

	long leaseEnd() {
		return this.leaseEnd;
	}

	long renewAt() {
		return this.renewAt;
	}

	long notBefore() {
		return this.notBefore;
	}

	boolean isUnconfirmed() {
		return this.doubt != null;
	}

	/** Why the term is unconfirmed, or {@code null} if it is not. */
	@Nullable Doubt doubt() {
		return this.doubt;
	}

	Leader leader() {
		return new Leader(this.profile.candidate().get(), this.since, this.token, this.metadata);
	}

	StoredTerm stored() {
		return new StoredTerm(this.profile.key(), this.nonce, this.token);
	}

	/** Sends a renewal, which times out before the term is over. */
	Effect.Send<Renew> renew(OpenStep step, long operationTimeout) {
		return step.send(Math.max(1, Math.min(operationTimeout, this.bounds.left(step.now()))),
				new Renew(this.profile.key(), this.nonce, this.token, this.checkpoints.send()));
	}

	Release release() {
		return new Release(this.profile.key(), this.nonce, this.token);
	}

}
