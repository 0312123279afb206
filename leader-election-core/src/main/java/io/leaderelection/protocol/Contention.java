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

	private @Nullable Attempt attempt;

	private long attemptAt;

	/** Whether the last answer to an acquire was a grant that came too late. */
	private boolean grantedTooLate;

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
		this.notices = new Notices(profile.traits().push());
		this.courtesy = new Courtesy(profile.timing().retryInterval().toNanos());
	}

	private long lease() {
		return this.profile.timing().lease().toNanos();
	}

	private long operationTimeout() {
		return this.profile.timing().operationTimeout().toNanos();
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

	/** Returns whether the attempt is known to have acquired the record. */
	private boolean dropAttempt(long at) {
		Release lateTerm = (this.attempt != null) ? this.attempt.lateTerm() : null;
		if (lateTerm != null) {
			this.undo.request(lateTerm, at);
		}
		this.attempt = null;
		return lateTerm != null;
	}

	/**
	 * Gives up the attempt, because no candidate may own a record for long without
	 * leading. The term is released if it is known, and expires otherwise. Others go
	 * first for a lease, or until the next answer if nothing shows that there was a term.
	 */
	private void giveUpAttempt(long at) {
		boolean acquired = dropAttempt(at);
		this.abstention.stayAway(at + lease(), acquired);
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
		return this.attempt != null && this.attempt.nonce().equals(nonce);
	}

	/** The attempt was granted. */
	void granted() {
		this.attempt = null;
		this.grantedTooLate = false;
		this.pace.decided();
	}

	/** After the second late grant in a row others go first. */
	void grantedTooLate(long at) {
		this.attempt = null;
		this.attemptAt = at + this.pace.afterFree();
		if (this.grantedTooLate) {
			this.abstention.stayAway(at + lease(), true);
		}
		this.grantedTooLate = true;
	}

	/** Keeps the term of the attempt, which an answer that came too late named. */
	void lateTerm(Release term) {
		if (this.attempt != null) {
			this.attempt.lateTerm(term);
		}
	}

	/**
	 * An acquire got no answer. Its guard lock may not end by itself, so a candidate that
	 * stops observes once more when the attempt cannot succeed any more.
	 */
	void unanswered(long sentAt) {
		if (this.profile.traits().guardLockOutlivesLease()) {
			this.lookBackAt = sentAt + lease();
		}
	}

	/** Returns whether the outcome of every attempt is known. */
	boolean isSettled() {
		return this.lookBackAt == ElectionProtocol.NEVER;
	}

	/** An acquire was answered, but not granted. */
	void refused(OpenStep step, Outcome outcome) {
		long wait;
		if (outcome instanceof Leased leased) {
			this.pace.decided();
			wait = leased(step, leased);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, step.at());
			wait = this.pace.afterFree();
		}
		else if (outcome instanceof Lost) {
			// The nonce was used for a term that is over
			this.attempt = null;
			wait = this.pace.afterFree();
		}
		else {
			wait = this.pace.afterUnknown(step.now().ticker(), ((Unknown) outcome).cause());
		}
		if (!(outcome instanceof Unknown)) {
			this.grantedTooLate = false;
			if (this.attempt != null) {
				this.attempt.refused();
			}
		}
		this.attemptAt = step.at() + wait;
	}

	/** An observation was answered in time, or timed out. */
	void observed(OpenStep step, Outcome outcome) {
		if (!(outcome instanceof Unknown)) {
			this.abstention.observed(outcome instanceof Leased leased && isOwn(leased), step.at());
		}
		long wait = this.pace.retry(step.now().ticker());
		if (outcome instanceof Leased leased) {
			wait = leased(step, leased);
		}
		else if (outcome instanceof Free free) {
			this.record.free(free, step.at());
			this.attemptAt = Math.min(this.attemptAt, this.courtesy.free(step.at(), this.notices.areExpected()));
		}
		else if (outcome instanceof Unknown unknown) {
			wait = this.pace.afterUnknown(step.now().ticker(), unknown.cause());
		}
		this.observeAt = step.at() + wait;
	}

	private long leased(OpenStep step, Leased leased) {
		this.courtesy.leased();
		this.record.leased(leased, step.at(), operationTimeout());
		return this.pace.afterHeld(step.now().ticker(), Durations.nanos(leased.remaining()),
				this.notices.areExpected());
	}

	/**
	 * The store returned the record, in time or too late, while this candidate has no
	 * term: a term of its own on record has to be undone.
	 * @param step the step that is taken
	 * @param sentAt when the command was sent
	 * @param outcome {@link Outcome.Leased} or {@link Outcome.Free}
	 */
	void received(OpenStep step, long sentAt, Outcome outcome) {
		boolean done = true;
		if (outcome instanceof Leased leased && isOwn(leased) && !this.abstention.isLingering()) {
			Nonce drawn = (this.attempt != null) ? this.attempt.nonce() : null;
			done = this.undo.foundOwn(this.profile.key(), leased.token(), drawn, step.at());
		}
		if (sentAt >= this.lookBackAt) {
			this.lookBackAt = done ? ElectionProtocol.NEVER : step.at();
		}
	}

	private boolean isOwn(Leased leased) {
		return leased.isOfCandidate() && leased.candidate().equals(this.profile.candidate().get());
	}

	/**
	 * Sends the next command if it is due and nothing is in flight.
	 * @param step the step that is taken
	 * @param state FOLLOWER or PAUSED
	 * @return the command that was sent, or {@code null}
	 */
	Effect.@Nullable Send<?> sendNext(OpenStep step, ElectionState state) {
		long at = step.at();
		if (this.notices.take(at)) {
			this.attemptAt = Math.min(this.attemptAt, at);
			this.observeAt = at;
		}
		return next(step, state).sendIfDue(at);
	}

	/** Returns when to send the next command, given that nothing is in flight. */
	long due(OpenStep step, ElectionState state) {
		return Math.min(next(step, state).at(), this.notices.due());
	}

	private NextCommand next(OpenStep step, ElectionState state) {
		NextCommand observe = new NextCommand(this.observeAt, () -> observe(step));
		if (state == ElectionState.PAUSED) {
			return observe;
		}
		long contendAt = contendAt();
		NextCommand contend = contend(step, contendAt);
		return (step.at() < contendAt) ? contend.orEarlier(observe) : contend;
	}

	private NextCommand contend(OpenStep step, long contendAt) {
		long giveUpAt = (this.attempt != null) ? this.attempt.giveUpAt(lease(), operationTimeout())
				: ElectionProtocol.NEVER;
		// One acquire or undo is in flight at most
		long attemptAt = this.undo.isFlying() ? ElectionProtocol.NEVER : this.attemptAt;
		long at = Math.max(contendAt, Math.min(attemptAt, giveUpAt));
		if (Math.max(at, step.at()) < giveUpAt) {
			return new NextCommand(at, () -> attempt(step));
		}
		return new NextCommand(at, () -> {
			giveUpAttempt(step.at());
			return observe(step);
		});
	}

	/**
	 * Observes what became of an abandoned attempt if that is due, given that nothing is
	 * in flight.
	 */
	Effect.@Nullable Send<?> lookBack(OpenStep step) {
		return (step.at() >= lookBackDue()) ? observe(step) : null;
	}

	/** Returns when a stopped candidate observes, or NEVER. */
	long lookBackDue() {
		return Math.max(this.lookBackAt, this.observeAt);
	}

	private Effect.Send<Observe> observe(OpenStep step) {
		return step.send(operationTimeout(), new Observe(this.profile.key()));
	}

	private Effect.Send<Acquire> attempt(OpenStep step) {
		Attempt attempt = this.attempt;
		if (attempt == null) {
			attempt = new Attempt(this.profile.entropy().nonce());
			this.attempt = attempt;
			this.undo.drawn(attempt.nonce());
		}
		attempt.sent(step.at());
		return step.send(operationTimeout(),
				new Acquire(this.profile.key(), this.profile.candidate().get(), attempt.nonce(),
						this.profile.timing().lease(), this.record.seenToken(), this.record.tokenFloor(),
						Instant.ofEpochMilli(step.now().wall()), this.profile.metadata().get()));
	}

	/** From when on a follower contends rather than observes. */
	private long contendAt() {
		long until = Math.max(this.abstention.until(), this.record.blockedUntil());
		// An attempt without an answer is repeated nevertheless: it may own the record
		boolean repeats = this.attempt != null && this.attempt.isUnanswered();
		return repeats ? until : Math.max(until, this.courtesy.until());
	}

}
