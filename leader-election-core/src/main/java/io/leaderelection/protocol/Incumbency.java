/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Granted;
import io.leaderelection.store.Outcome.Lost;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * A candidate's own term, from its grant to its end: renewals, unconfirmed times, the
 * handover, and the deadline.
 */
final class Incumbency {

	private final CandidateProfile profile;

	private final OpenStep step;

	private final Position position;

	private final RecordView record;

	private final Pace pace;

	private final Contention contention;

	private final Undo undo;

	private final long operationTimeout;

	/** In PENDING, LEADER, SUSPENDED and DRAINING. */
	private @Nullable OwnTerm term;

	/** The nonce of the current or last term. */
	private @Nullable Nonce ownNonce;

	/** In DRAINING. */
	private @Nullable Handover handover;

	Incumbency(CandidateProfile profile, OpenStep step, Position position, RecordView record, Pace pace,
			Contention contention, Undo undo) {
		this.profile = profile;
		this.step = step;
		this.position = position;
		this.record = record;
		this.pace = pace;
		this.contention = contention;
		this.undo = undo;
		this.operationTimeout = profile.timing().operationTimeout().toNanos();
	}

	/** Begins a term: the candidate leads or is suspended, or waits until it may lead. */
	void begin(OwnTerm term) {
		if (term.notBefore() > this.step.at()) {
			this.position.transit(ElectionState.PENDING, TransitionCause.ACQUIRED, term.token());
		}
		else {
			lead(term);
		}
		this.term = term;
		this.ownNonce = term.nonce();
	}

	@Nullable OwnTerm term() {
		return this.term;
	}

	@Nullable Handover handover() {
		return this.handover;
	}

	boolean isOwn(Nonce nonce) {
		return nonce.equals(this.ownNonce);
	}

	/** Returns whether a suspension is about to end. */
	boolean isResuming() {
		boolean suspended = this.position.state == ElectionState.SUSPENDED;
		return suspended && this.term != null && !this.term.checkpoints().suspend();
	}

	boolean isReleasing() {
		return this.handover != null && this.handover.isReleasing();
	}

	private void lead(OwnTerm term) {
		if (term.checkpoints().suspend()) {
			this.step.add(new Effect.Suspend(term.stored(), term.inherited()));
			this.position.transit(ElectionState.SUSPENDED, TransitionCause.SUSPENDED, term.token());
			return;
		}
		Leader self = term.leader();
		this.position.transit(ElectionState.LEADER, TransitionCause.ACQUIRED, term.token());
		this.step.grant(new Effect.Grant(term.stored(), term.inherited()));
		this.record.leading(self);
	}

	// The end of a term, by time

	/** Ends the term, or marks it as unconfirmed, if the time requires it. */
	void watch() {
		OwnTerm term = this.term;
		if (term == null || isReleasing()) {
			return;
		}
		long at = this.step.at();
		OwnTerm.Doubt doubt = term.doubt();
		if (term.bounds().over(this.step.now())) {
			endTerm(term, TransitionCause.EXPIRED);
		}
		else if (doubt != null && at >= doubt.confirmBy()) {
			endTerm(term, doubt.cause());
		}
		else if (doubt == null && term.bounds().parted(this.step.now())) {
			unconfirm(term, TransitionCause.CLOCK_JUMP);
		}
		else if (this.handover != null && this.handover.isTimedOut(at)) {
			endTerm(term, TransitionCause.DRAIN_TIMEOUT);
		}
	}

	/** The session that the term depends on may have ended. */
	void disconnected() {
		OwnTerm term = this.term;
		if (term == null || isReleasing()) {
			return;
		}
		if (term.isUnconfirmed()) {
			// Another disconnect gives no more time, but commands sent before it confirm
			// nothing either
			this.position.flight = null;
			term.renewAt(this.step.at());
		}
		else {
			unconfirm(term, TransitionCause.DISCONNECTED);
		}
	}

	private void unconfirm(OwnTerm term, TransitionCause cause) {
		// Renewals sent before this confirm nothing
		this.position.flight = null;
		term.unconfirm(this.step.at(), new OwnTerm.Doubt(cause, this.step.at() + this.operationTimeout));
	}

	private void endTerm(OwnTerm term, TransitionCause cause) {
		this.undo.runOut(term.release(), term.leaseEnd());
		Handover handover = this.handover;
		ElectionState ended = this.position.state;
		long token = term.token();
		boolean working = (handover != null) ? !handover.isWorkEnded() : ended == ElectionState.LEADER;
		this.position.transit((handover != null) ? handover.exitWithoutTerm() : ElectionState.FOLLOWER, cause, token);
		if (handover == null && working) {
			this.step.add(new Effect.Revoke(token, cause));
		}
		if (working) {
			this.step.interrupt(new Effect.Interrupt(token));
		}
		leaveTerm(handover);
		if (cause != TransitionCause.LOST) {
			this.contention.abstention().waitForFormerLease(term.leaseEnd());
		}
		if (working) {
			this.contention.abstention().linger(token);
		}
		if (ended == ElectionState.PENDING) {
			this.record.lostPending(token, term.notBefore());
		}
		else if (handover == null) {
			this.record.nobodyLeads();
		}
	}

	private void leaveTerm(@Nullable Handover handover) {
		this.term = null;
		this.position.flight = null;
		this.handover = null;
		this.contention.afterTerm(this.step.at());
		if (handover != null) {
			this.contention.abstention().coolDown(this.step.at() + handover.coolDown());
		}
	}

	// Handing over

	/** Begins a handover of the term. */
	void drain(OwnTerm term, TransitionCause cause, ElectionState exit, long coolDown) {
		ElectionState before = this.position.state;
		this.handover = new Handover(exit, coolDown, before != ElectionState.LEADER,
				this.step.at() + this.profile.timing().drainTimeout().toNanos());
		this.position.transit(ElectionState.DRAINING, cause, term.token());
		if (before == ElectionState.LEADER) {
			this.step.add(new Effect.Revoke(term.token(), cause));
			this.record.nobodyLeads();
		}
		else if (before == ElectionState.PENDING) {
			this.record.lostPending(term.token(), term.notBefore());
		}
	}

	/**
	 * Follows the note that suspends the election, until its removal is known to be
	 * written. Then the term is released: who leads afterwards has another token.
	 */
	private void followNote(OwnTerm term) {
		OwnCheckpoints checkpoints = term.checkpoints();
		if (this.position.state == ElectionState.LEADER && checkpoints.suspend()) {
			drain(term, TransitionCause.SUSPENDED, ElectionState.SUSPENDED, 0);
		}
		else if (this.position.state == ElectionState.SUSPENDED && checkpoints.isResumed()) {
			drain(term, TransitionCause.RESUMED, ElectionState.FOLLOWER, 0);
		}
		else if (this.handover != null && this.handover.endsSuspended(checkpoints)) {
			this.position.transit(ElectionState.SUSPENDED, TransitionCause.SUSPENDED, term.token());
			this.handover = null;
		}
	}

	/** The work of a term has ended; ignored if it is another term. */
	void workEnded(long token) {
		if (this.handover != null && this.term != null && this.term.token() == token) {
			this.handover.workEnded();
		}
	}

	/** Requests that checkpoints are written. */
	void note(Input.Note note) {
		OwnTerm term = this.term;
		if (term != null && term.token() == note.token() && !isReleasing()) {
			term.checkpoints().request(note.request(), note.values());
			term.renewAt(this.step.at());
		}
	}

	// Answers

	/** The awaited renewal or release was answered. */
	void answered(OwnTerm term, Effect.Send<?> send, Outcome outcome) {
		if (this.handover != null && send.command() instanceof Release) {
			releaseAnswered(term, this.handover, outcome);
		}
		else {
			renewAnswered(term, send, outcome);
		}
	}

	private void releaseAnswered(OwnTerm term, Handover handover, Outcome outcome) {
		TransitionCause cause = TransitionCause.RELEASED;
		if (outcome instanceof Unknown) {
			long time = handover.repeatFor(this.step.at());
			if (time > 0) {
				this.position.flight = this.step.send(time, term.release());
				return;
			}
			cause = TransitionCause.EXPIRED;
			this.undo.runOut(term.release(), term.leaseEnd());
		}
		else if (outcome instanceof Lost) {
			cause = TransitionCause.LOST;
		}
		this.position.transit(handover.exit(), cause, term.token());
		leaveTerm(handover);
	}

	private void renewAnswered(OwnTerm term, Effect.Send<?> send, Outcome outcome) {
		Moment now = this.step.now();
		Moment sent = send.sent();
		TermBounds bounds = (outcome instanceof Granted granted) ? OwnTerm.validity(this.profile, sent, granted) : null;
		if (outcome instanceof Lost) {
			endTerm(term, TransitionCause.LOST);
		}
		else if (outcome instanceof Granted granted && bounds != null && bounds.hold(now.ticker(), now.wall())
				&& send.command() instanceof Renew command) {
			boolean known = term.checkpoints().granted(this.step, command, granted.checkpoints().version());
			term.confirm(this.step, this.pace, sent, granted, bounds);
			if (term.checkpoints().isOpen()) {
				term.renewAt(this.step.at() + (known ? 0 : this.pace.afterUnknownRenewal(now.ticker())));
			}
		}
		else {
			// Not answered, or too late, or a clock jumped meanwhile: confirms nothing
			term.renewAt(this.step.at() + this.pace.afterUnknownRenewal(now.ticker()));
		}
	}

	// Effects that are due

	void act(OwnTerm term) {
		if (this.step.at() >= leadAt(term)) {
			lead(term);
		}
		followNote(term);
		if (this.position.flight == null) {
			this.position.flight = next(term).sendIfDue(this.step.at());
		}
	}

	/** Returns when the term has to act without an input. */
	long due(OwnTerm term) {
		long due = (this.position.flight == null) ? next(term).at() : ElectionProtocol.NEVER;
		if (isReleasing()) {
			return due;
		}
		due = Math.min(due, this.step.at(term.bounds().end()));
		if (this.handover != null) {
			due = Math.min(due, this.handover.due());
		}
		OwnTerm.Doubt doubt = term.doubt();
		return Math.min(due, (doubt != null) ? doubt.confirmBy() : leadAt(term));
	}

	/** Returns when a pending term leads, given that it is confirmed. */
	private long leadAt(OwnTerm term) {
		boolean waits = this.position.state == ElectionState.PENDING && !term.isUnconfirmed();
		return waits ? term.notBefore() : ElectionProtocol.NEVER;
	}

	/** Returns the next command, given that nothing is in flight. */
	private NextCommand next(OwnTerm term) {
		Handover handover = this.handover;
		if (handover == null || handover.isSuspension() || !handover.isWorkEnded()) {
			return new NextCommand(term.renewAt(), () -> term.renew(this.step, this.operationTimeout));
		}
		if (handover.waitsForNotes(term, this.step, this.operationTimeout)) {
			// At once, then with pauses
			return new NextCommand(handover.isNoted() ? term.renewAt() : this.step.at(), () -> {
				handover.noted();
				return term.renew(this.step, this.operationTimeout);
			});
		}
		// The end of an undo wakes this candidate
		return new NextCommand(this.undo.isFlying() ? ElectionProtocol.NEVER : this.step.at(), () -> {
			handover.releasing(this.step.at() + this.operationTimeout);
			return this.step.send(this.operationTimeout, term.release());
		});
	}

}
