/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Instant;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Held;
import io.leaderelection.store.Outcome.Lost;
import io.leaderelection.store.Outcome.Unknown;
import org.jspecify.annotations.Nullable;

/**
 * When and how a candidate without a term asks the store.
 */
final class Contention {

	private final CandidateProfile profile;

	private final RecordView record;

	private final Pace pace;

	private final Undo undo;

	private final long operationTimeout;

	/** Drawn for the present attempt at a term, and kept until it is granted or spent. */
	private @Nullable Nonce attempt;

	private long attemptAt;

	private long observeAt;

	private long coolDownUntil;

	/** When the lease of a term that was not released is over. */
	private long formerLeaseUntil;

	/** The term whose work has not ended although the term has, or 0. */
	private long lingering;

	private boolean watchLive;

	private boolean hinted;

	Contention(CandidateProfile profile, RecordView record, Pace pace, Undo undo) {
		this.profile = profile;
		this.record = record;
		this.pace = pace;
		this.undo = undo;
		this.operationTimeout = profile.timing().operationTimeout().toNanos();
	}

	void begin(long at) {
		this.attemptAt = at;
	}

	/** Contends no more; a late grant of the attempt will be undone. */
	void abandon(long at) {
		this.attempt = null;
		this.observeAt = at;
	}

	/** An own term is over. */
	void afterTerm(long at) {
		this.attemptAt = at;
		this.observeAt = at + this.pace.soon();
	}

	void coolDown(long until) {
		this.coolDownUntil = until;
	}

	void waitForFormerLease(long until) {
		this.formerLeaseUntil = until;
	}

	void linger(long token) {
		this.lingering = token;
	}

	/** Whether it was the work of this term that kept the candidate from contending. */
	boolean lingered(long token) {
		boolean own = this.lingering == token && token != 0;
		if (own) {
			this.lingering = 0;
			this.hinted = true;
		}
		return own;
	}

	void hint() {
		this.hinted = true;
	}

	void forgetHint() {
		this.hinted = false;
	}

	void watchLive(boolean live) {
		this.watchLive = live;
		this.hinted |= live;
	}

	boolean isAttempt(Nonce nonce) {
		return nonce.equals(this.attempt);
	}

	/** The attempt got its term. */
	void granted() {
		this.attempt = null;
		this.pace.decided();
	}

	/** The attempt got its term too late to be believed. */
	void grantedTooLate(long at) {
		this.attempt = null;
		this.attemptAt = at + this.pace.afterFree();
	}

	/** An acquire was answered, but not by a grant. */
	void refused(Turn turn, Outcome outcome) {
		long wait;
		if (outcome instanceof Held held) {
			this.pace.decided();
			wait = held(turn, held);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, turn.at());
			wait = this.pace.afterFree();
		}
		else if (outcome instanceof Lost) {
			// The nonce had its term
			this.attempt = null;
			wait = this.pace.afterFree();
		}
		else {
			wait = this.pace.afterUnknown(turn.now().ticker(), ((Unknown) outcome).cause());
		}
		this.attemptAt = turn.at() + wait;
	}

	void observed(Turn turn, Outcome outcome) {
		long wait = this.pace.retry(turn.now().ticker());
		if (outcome instanceof Held held) {
			wait = held(turn, held);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, turn.at());
		}
		this.observeAt = turn.at() + wait;
	}

	private long held(Turn turn, Held held) {
		this.record.held(held, turn.at(), this.operationTimeout);
		if (held.candidate().equals(this.profile.candidate()) && this.lingering == 0) {
			this.undo.foundOwn(this.profile.key(), held.token(), this.attempt, turn.at());
		}
		boolean hintsExpected = this.profile.traits().push() && this.watchLive;
		return this.pace.afterHeld(turn.now().ticker(), Durations.nanos(held.remaining()), hintsExpected);
	}

	/**
	 * Asks if it is time to, given that nothing is in flight.
	 * @param turn the step
	 * @param state FOLLOWER or PAUSED
	 * @param undoing whether an undo is in flight
	 * @return what was sent, or {@code null}
	 */
	Effect.@Nullable Send ask(Turn turn, ElectionState state, boolean undoing) {
		long at = turn.at();
		if (this.hinted) {
			this.hinted = false;
			this.attemptAt = Math.min(this.attemptAt, at);
			this.observeAt = at;
		}
		if (state == ElectionState.FOLLOWER && at >= contendAt()) {
			return (!undoing && at >= this.attemptAt) ? turn.send(acquire(turn)) : null;
		}
		return (at >= this.observeAt)
				? turn
					.send(new Effect.SendObserve(turn.nextId(), turn.now(), this.operationTimeout, this.profile.key()))
				: null;
	}

	private Effect.SendAcquire acquire(Turn turn) {
		Nonce nonce = this.attempt;
		if (nonce == null) {
			nonce = this.profile.entropy().nonce();
			this.attempt = nonce;
			this.undo.drawn(nonce);
		}
		return new Effect.SendAcquire(turn.nextId(), turn.now(), this.operationTimeout,
				new Acquire(this.profile.key(), this.profile.candidate(), nonce, this.profile.timing().lease(),
						this.record.seenToken(), this.record.tokenFloor(), Instant.ofEpochMilli(turn.now().wall()),
						this.profile.metadata().get()));
	}

	/** From when on a follower contends rather than observes. */
	private long contendAt() {
		return (this.lingering != 0) ? ElectionProtocol.NEVER
				: Math.max(Math.max(this.coolDownUntil, this.formerLeaseUntil), this.record.blockedUntil());
	}

	/** When to ask next, given that nothing is in flight. */
	long due(long at, ElectionState state, boolean undoing) {
		long contendAt = contendAt();
		long due = ElectionProtocol.NEVER;
		if (state == ElectionState.FOLLOWER && !undoing) {
			due = Math.max(contendAt, this.attemptAt);
		}
		if (state == ElectionState.PAUSED || at < contendAt) {
			due = Math.min(due, this.observeAt);
		}
		return due;
	}

}
