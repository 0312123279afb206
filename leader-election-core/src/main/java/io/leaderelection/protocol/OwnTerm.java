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

	private boolean unconfirmed;

	/** The reason why the term is, or was last, unconfirmed. */
	private TransitionCause unconfirmedBy = TransitionCause.CLOCK_JUMP;

	private long confirmBy;

	/** The checkpoints of the predecessors. */
	private final Checkpoints inherited;

	private final OwnCheckpoints checkpoints;

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
	static TermBounds bounds(CandidateProfile profile, Moment sent, Granted granted) {
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
	void confirm(Turn turn, Pace pace, Moment sent, Granted granted, TermBounds bounds) {
		long lease = lease(this.profile, granted);
		this.bounds = bounds;
		this.leaseEnd = turn.at(sent) + lease;
		this.renewAt = turn.at(sent)
				+ pace.renewal(sent.ticker(), Math.min(this.profile.timing().renewInterval().toNanos(), lease / 3));
		this.unconfirmed = false;
	}

	/** Marks the term as unconfirmed: the store has to confirm it by a moment. */
	void unconfirm(long at, long confirmBy, TransitionCause cause) {
		this.unconfirmed = true;
		this.unconfirmedBy = cause;
		this.confirmBy = confirmBy;
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
		return this.unconfirmed;
	}

	TransitionCause unconfirmedBy() {
		return this.unconfirmedBy;
	}

	long confirmBy() {
		return this.confirmBy;
	}

	Leader leader() {
		return new Leader(this.profile.candidate().get(), this.since, this.token, this.metadata);
	}

	StoredTerm stored() {
		return new StoredTerm(this.profile.key(), this.nonce, this.token);
	}

	Renew renew() {
		return new Renew(this.profile.key(), this.nonce, this.token, this.checkpoints.send());
	}

	Release release() {
		return new Release(this.profile.key(), this.nonce, this.token);
	}

}
