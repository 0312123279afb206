/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Instant;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.store.Outcome.Lost;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Release;
import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a candidate without a term sends commands to the store, and which.
 */
final class Contention {

	private final CandidateProfile profile;

	private final RecordView record;

	private final Pace pace;

	private final Undo undo;

	private final long lease;

	private final long operationTimeout;

	/** The nonce of the attempt, until it is granted or used up. */
	private @Nullable Nonce attempt;

	private long attemptAt;

	/** When the first acquire without an answer was sent, or NEVER. */
	private long unansweredSince = ElectionProtocol.NEVER;

	/** The term of the attempt, if an answer that came too late named it. */
	private @Nullable Release lateTerm;

	/** Whether the last answer to an acquire was a grant that came too late. */
	private boolean grantedTooLate;

	/** Whether an abandoned attempt is known to have acquired the record. */
	private boolean acquiredInVain;

	/** When to look for an abandoned attempt on record, or NEVER. */
	private long lookBackAt = ElectionProtocol.NEVER;

	private long observeAt;

	private final Abstention abstention = new Abstention();

	private final Notices notices;

	private final Courtesy courtesy;

	Contention(CandidateProfile profile, RecordView record, Pace pace, Undo undo) {
		this.profile = profile;
		this.record = record;
		this.pace = pace;
		this.undo = undo;
		this.lease = profile.timing().lease().toNanos();
		this.operationTimeout = profile.timing().operationTimeout().toNanos();
		this.notices = new Notices(profile.traits().push());
		this.courtesy = new Courtesy(profile.timing().retryInterval().toNanos());
	}

	void begin(long at) {
		this.attemptAt = at;
	}

	/**
	 * Stops contending. A late grant of the attempt is undone. If a guard lock outlives
	 * the lease, a last observation finds it.
	 */
	void abandon(long at) {
		dropAttempt(at);
		this.observeAt = at;
		if (this.profile.traits().guardLockOutlivesLease() && isSettled()) {
			this.lookBackAt = at;
		}
	}

	private void dropAttempt(long at) {
		if (this.lateTerm != null) {
			this.undo.request(this.lateTerm, at);
		}
		forgetAttempt();
	}

	private void forgetAttempt() {
		this.attempt = null;
		this.lateTerm = null;
		this.unansweredSince = ElectionProtocol.NEVER;
	}

	/**
	 * Gives up the attempt, because no candidate may own a record for long without
	 * leading. The term is released if it is known, and expires otherwise. Others go
	 * first for a lease, or until the next answer if nothing shows that there was a term.
	 */
	private void giveUpAttempt(long at) {
		this.acquiredInVain = this.lateTerm != null;
		dropAttempt(at);
		this.abstention.stayAway(at + this.lease);
		this.attemptAt = at;
		this.observeAt = at;
	}

	/**
	 * Begins without knowing who leads, and contends later. If a guard lock outlives the
	 * lease, an observation finds one that is left.
	 */
	void stayAway(long at, long away) {
		this.abstention.coolDown(at + away);
		this.observeAt = at;
		this.lookBackAt = this.profile.traits().guardLockOutlivesLease() ? at : ElectionProtocol.NEVER;
	}

	/** Continues after the end of an own term. */
	void afterTerm(long at) {
		this.attemptAt = at;
		this.observeAt = at + this.pace.soon();
	}

	Abstention abstention() {
		return this.abstention;
	}

	/** Returns whether the work that ended kept the candidate from contending. */
	boolean lingered(long token) {
		boolean own = this.abstention.lingered(token);
		if (own) {
			this.notices.requestAtOnce();
		}
		return own;
	}

	Notices notices() {
		return this.notices;
	}

	Courtesy courtesy() {
		return this.courtesy;
	}

	boolean isAttempt(Nonce nonce) {
		return nonce.equals(this.attempt);
	}

	/** The attempt was granted. */
	void granted() {
		forgetAttempt();
		this.grantedTooLate = false;
		this.pace.decided();
	}

	/** After the second late grant in a row others go first. */
	void grantedTooLate(long at) {
		forgetAttempt();
		this.attemptAt = at + this.pace.afterFree();
		if (this.grantedTooLate) {
			this.acquiredInVain = true;
			this.abstention.stayAway(at + this.lease);
		}
		this.grantedTooLate = true;
	}

	/** Keeps the term of the attempt, which an answer that came too late named. */
	void lateTerm(Release term) {
		this.lateTerm = term;
	}

	/**
	 * An acquire got no answer. Its guard lock may not end by itself, so a candidate that
	 * stops observes once more when the attempt cannot succeed any more.
	 */
	void unanswered(long sentAt) {
		if (this.profile.traits().guardLockOutlivesLease()) {
			this.lookBackAt = sentAt + this.lease;
		}
	}

	/** Returns whether the outcome of every attempt is known. */
	boolean isSettled() {
		return this.lookBackAt == ElectionProtocol.NEVER;
	}

	/** An acquire was answered, but not granted. */
	void refused(Turn turn, Outcome outcome) {
		long wait;
		if (outcome instanceof Leased leased) {
			this.pace.decided();
			wait = leased(turn, leased);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, turn.at());
			wait = this.pace.afterFree();
		}
		else if (outcome instanceof Lost) {
			// The nonce was used for a term that is over
			this.attempt = null;
			wait = this.pace.afterFree();
		}
		else {
			wait = this.pace.afterUnknown(turn.now().ticker(), ((Unknown) outcome).cause());
		}
		if (!(outcome instanceof Unknown)) {
			this.unansweredSince = ElectionProtocol.NEVER;
			this.lateTerm = null;
			this.grantedTooLate = false;
		}
		this.attemptAt = turn.at() + wait;
	}

	/** An observation was answered in time, or timed out. */
	void observed(Turn turn, Outcome outcome) {
		if (!(outcome instanceof Unknown)) {
			this.acquiredInVain |= outcome instanceof Leased leased && isOwn(leased);
			if (!this.acquiredInVain) {
				this.abstention.comeBack(turn.at());
			}
		}
		long wait = this.pace.retry(turn.now().ticker());
		if (outcome instanceof Leased leased) {
			wait = leased(turn, leased);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, turn.at());
			this.attemptAt = Math.min(this.attemptAt, this.courtesy.free(turn.at(), this.notices.areExpected()));
		}
		else if (outcome instanceof Unknown unknown) {
			wait = this.pace.afterUnknown(turn.now().ticker(), unknown.cause());
		}
		this.observeAt = turn.at() + wait;
	}

	private long leased(Turn turn, Leased leased) {
		this.courtesy.leased();
		this.record.leased(leased, turn.at(), this.operationTimeout);
		return this.pace.afterHeld(turn.now().ticker(), Durations.nanos(leased.remaining()),
				this.notices.areExpected());
	}

	/**
	 * The store returned the record, in time or too late, while this candidate has no
	 * term: a term of its own on record has to be undone.
	 * @param turn the step
	 * @param sentAt when the command was sent
	 * @param outcome {@link Outcome.Leased} or {@link Outcome.Free}
	 */
	void received(Turn turn, long sentAt, Outcome outcome) {
		boolean done = true;
		if (outcome instanceof Leased leased && isOwn(leased) && !this.abstention.isLingering()) {
			done = this.undo.foundOwn(this.profile.key(), leased.token(), this.attempt, turn.at());
		}
		if (sentAt >= this.lookBackAt) {
			this.lookBackAt = done ? ElectionProtocol.NEVER : turn.at();
		}
	}

	private boolean isOwn(Leased leased) {
		return leased.isOfCandidate() && leased.candidate().equals(this.profile.candidate().get());
	}

	/**
	 * Sends the next command if it is due and nothing is in flight.
	 * @param turn the step
	 * @param state FOLLOWER or PAUSED
	 * @param undoing whether an undo is in flight
	 * @return the command that was sent, or {@code null}
	 */
	Effect.@Nullable Send<?> sendNext(Turn turn, ElectionState state, boolean undoing) {
		long at = turn.at();
		if (this.notices.take(at)) {
			this.attemptAt = Math.min(this.attemptAt, at);
			this.observeAt = at;
		}
		if (state == ElectionState.FOLLOWER && at >= contendAt()) {
			if (at < giveUpAt()) {
				return (!undoing && at >= this.attemptAt) ? turn.send(this.operationTimeout, acquire(turn)) : null;
			}
			giveUpAttempt(at);
		}
		return (at >= this.observeAt) ? observe(turn) : null;
	}

	/**
	 * Observes what became of an abandoned attempt if that is due, given that nothing is
	 * in flight.
	 */
	Effect.@Nullable Send<?> lookBack(Turn turn) {
		return (turn.at() >= lookBackDue()) ? observe(turn) : null;
	}

	/** Returns when a stopped candidate observes, or NEVER. */
	long lookBackDue() {
		return Math.max(this.lookBackAt, this.observeAt);
	}

	private Effect.Send<Observe> observe(Turn turn) {
		return turn.send(this.operationTimeout, new Observe(this.profile.key()));
	}

	/** From when on a repeat could not be answered within a lease from the first. */
	private long giveUpAt() {
		return (this.unansweredSince != ElectionProtocol.NEVER)
				? this.unansweredSince + this.lease - this.operationTimeout : ElectionProtocol.NEVER;
	}

	private Acquire acquire(Turn turn) {
		this.unansweredSince = Math.min(this.unansweredSince, turn.at());
		Nonce nonce = this.attempt;
		if (nonce == null) {
			nonce = this.profile.entropy().nonce();
			this.attempt = nonce;
			this.undo.drawn(nonce);
		}
		return new Acquire(this.profile.key(), this.profile.candidate().get(), nonce, this.profile.timing().lease(),
				this.record.seenToken(), this.record.tokenFloor(), Instant.ofEpochMilli(turn.now().wall()),
				this.profile.metadata().get());
	}

	/** From when on a follower contends rather than observes. */
	private long contendAt() {
		long until = Math.max(this.abstention.until(), this.record.blockedUntil());
		// An attempt without an answer is repeated nevertheless: it may own the record
		return (this.unansweredSince == ElectionProtocol.NEVER) ? Math.max(until, this.courtesy.until()) : until;
	}

	/** Returns when to send the next command, given that nothing is in flight. */
	long due(long at, ElectionState state, boolean undoing) {
		long contendAt = contendAt();
		long due = ElectionProtocol.NEVER;
		if (state == ElectionState.FOLLOWER) {
			due = Math.max(contendAt, undoing ? giveUpAt() : Math.min(this.attemptAt, giveUpAt()));
		}
		due = Math.min(due, this.notices.due());
		if (state == ElectionState.PAUSED || at < contendAt) {
			due = Math.min(due, this.observeAt);
		}
		return due;
	}

}
