/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Granted;
import io.leaderelection.store.Outcome.Held;
import io.leaderelection.store.Outcome.Lost;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of a candidate:
 * <ol>
 * <li>A follower asks for a term with a nonce drawn for the attempt and the token it last
 * saw, at once on a hint, else when it was told that the lease ends. It repeats with the
 * same nonce until the nonce is granted or spent, so that a lost answer is not a lost
 * term.</li>
 * <li>Granted, it counts the term from before it sent the request, on two clocks. If a
 * former leader may still believe in its term it renews as PENDING until that is over;
 * then it leads.</li>
 * <li>Leading, it renews. No answer changes nothing: the deadline ends the term. The
 * answer <em>lost</em> ends it at once. When the clocks part it stops believing, asks at
 * once, and ends the term if the store does not confirm it in time.</li>
 * <li>To hand over it takes on no new work, renews until what runs has ended, and only
 * then releases. If that takes too long it neither renews nor releases.</li>
 * <li>It contends again when the work of its last term has ended and its lease is
 * over.</li>
 * </ol>
 */
public final class ElectionStateMachine implements ElectionProtocol {

	private final CandidateProfile profile;

	private final RecordView record;

	private final Pace pace;

	private final Contention contention;

	private final Undo undo;

	private final Turn turn;

	private final long operationTimeout;

	private ElectionState state = ElectionState.STOPPED;

	/** The one command in flight, but for an undo. */
	private Effect.@Nullable Send<?> flight;

	/** In PENDING, LEADER and DRAINING. */
	private @Nullable OwnTerm term;

	/** The nonce of the present or last term. */
	private @Nullable Nonce ownNonce;

	/** In DRAINING. */
	private @Nullable HandOver handOver;

	private final LeaderNews news;

	private final Withholding withholding = new Withholding();

	/**
	 * Creates a machine in state STOPPED.
	 * @param profile what it is made of
	 */
	public ElectionStateMachine(CandidateProfile profile) {
		this(profile, new Turn());
	}

	ElectionStateMachine(CandidateProfile profile, Turn turn) {
		this.profile = profile;
		this.turn = turn;
		this.record = new RecordView(profile.candidate(), profile.timing().lease().toNanos());
		this.pace = new Pace(profile);
		this.undo = new Undo(profile, this.pace);
		this.contention = new Contention(profile, this.record, this.pace, this.undo);
		this.news = new LeaderNews(profile.key().election());
		this.operationTimeout = profile.timing().operationTimeout().toNanos();
	}

	@Override
	public List<Effect> on(Input input, Moment now) {
		this.turn.begin(now);
		watchTerm();
		handle(input);
		act();
		this.news.tell(this.turn, this.record.leader());
		return this.turn.effects();
	}

	@Override
	public Standing standing() {
		OwnTerm term = this.term;
		Set<TransitionCause> withheldBy = this.withholding.causes();
		return (term != null) ? new Standing(this.state, term.isUnconfirmed(), term.token(),
				isReleasing() ? null : term.bounds(), withheldBy)
				: new Standing(this.state, false, 0, null, withheldBy);
	}

	@Override
	public boolean quiet() {
		boolean unwanted = this.flight != null && this.flight.command() instanceof Acquire
				&& this.state != ElectionState.FOLLOWER;
		return this.state != ElectionState.DRAINING && !unwanted && this.undo.isQuiet(this.turn.at());
	}

	@Override
	public boolean settled() {
		return this.state == ElectionState.STOPPED && this.flight == null && this.undo.isDone()
				&& this.contention.isSettled();
	}

	private boolean isReleasing() {
		return this.handOver != null && this.handOver.isReleasing();
	}

	private void handle(Input input) {
		if (input instanceof Input.Answer answer) {
			answered(answer.send(), answer.outcome());
		}
		else if (input instanceof Input.WorkEnded ended) {
			workEnded(ended.token());
		}
		else if (input instanceof Input.Hint) {
			this.contention.hint();
		}
		else if (input instanceof Input.WatchLive live) {
			this.contention.watchLive(live.live());
		}
		else if (input instanceof Input.Doubt) {
			doubted();
		}
		else if (input instanceof Input.StepDown down) {
			leave(down.cause(), ElectionState.FOLLOWER, Durations.nanos(down.coolDown()));
		}
		else if (input instanceof Input.Start) {
			contend(ElectionState.STOPPED, TransitionCause.STARTED);
		}
		else if (input instanceof Input.Resume resume) {
			this.withholding.remove(resume.cause());
			contend(ElectionState.PAUSED, TransitionCause.RESUMED);
		}
		else if (input instanceof Input.Stop) {
			leave(TransitionCause.SHUTDOWN, ElectionState.STOPPED, 0);
		}
		else if (input instanceof Input.Pause pause) {
			this.withholding.add(pause.cause());
			leave(pause.cause(), ElectionState.PAUSED, 0);
		}
	}

	private void contend(ElectionState from, TransitionCause cause) {
		ElectionState to = this.withholding.isNone() ? ElectionState.FOLLOWER : ElectionState.PAUSED;
		if (this.handOver != null && this.handOver.exit() == from) {
			this.handOver.exitTo(to);
		}
		else if (this.state == from && to == ElectionState.FOLLOWER) {
			transit(to, cause);
			this.contention.begin(this.turn.at());
		}
		else if (this.state == from && to != from) {
			this.contention.abandon(this.turn.at());
			transit(to, this.withholding.cause());
		}
	}

	private void leave(TransitionCause cause, ElectionState exit, long coolDown) {
		if (this.handOver != null) {
			this.handOver.askAgain(exit, coolDown);
		}
		else if (this.term != null) {
			drain(this.term, cause, exit, coolDown);
		}
		else if (this.state != ElectionState.STOPPED && exit != ElectionState.FOLLOWER
				&& LegalTransitions.isLegal(this.state, exit)) {
			this.contention.abandon(this.turn.at());
			transit(exit, cause);
			if (exit == ElectionState.STOPPED) {
				this.record.nobodyLeads();
			}
		}
	}

	// The end of a term, by time

	private void watchTerm() {
		OwnTerm term = this.term;
		if (term == null || isReleasing()) {
			return;
		}
		long at = this.turn.at();
		if (term.bounds().over(this.turn.now())) {
			endTerm(term, TransitionCause.EXPIRED);
		}
		else if (term.isUnconfirmed() && at >= term.confirmBy()) {
			endTerm(term, term.doubtedBy());
		}
		else if (!term.isUnconfirmed() && term.bounds().parted(this.turn.now())) {
			doubt(term, TransitionCause.CLOCK_JUMP);
		}
		else if (this.handOver != null && this.handOver.isTimedOut(at)) {
			endTerm(term, TransitionCause.DRAIN_TIMEOUT);
		}
	}

	private void doubted() {
		OwnTerm term = this.term;
		if (term == null || isReleasing()) {
			return;
		}
		if (term.isUnconfirmed()) {
			// Another doubt gives no more time, but what was sent before it is void, too
			this.flight = null;
			term.renewAt(this.turn.at());
		}
		else {
			doubt(term, TransitionCause.DISCONNECTED);
		}
	}

	private void doubt(OwnTerm term, TransitionCause cause) {
		// What was sent before confirms nothing
		this.flight = null;
		term.doubt(this.turn.at(), this.turn.at() + this.operationTimeout, cause);
	}

	private void endTerm(OwnTerm term, TransitionCause cause) {
		runOut(term);
		HandOver handOver = this.handOver;
		ElectionState ended = this.state;
		long token = term.token();
		Effect.Transit transit = transition((handOver != null) ? handOver.exit() : ElectionState.FOLLOWER, cause,
				token);
		boolean working = (handOver != null) ? !handOver.isWorkEnded() : ended != ElectionState.PENDING;
		if (handOver == null && working) {
			this.turn.add(transit, new Effect.Revoke(token, cause), new Effect.Interrupt(token));
		}
		else if (working) {
			this.turn.add(transit, new Effect.Interrupt(token));
		}
		else {
			this.turn.add(transit);
		}
		leaveTerm(transit, handOver);
		if (cause != TransitionCause.LOST) {
			this.contention.waitForFormerLease(term.leaseEnd());
		}
		if (working) {
			this.contention.linger(token);
		}
		if (ended == ElectionState.PENDING) {
			this.record.lostPending(token, term.notBefore());
		}
		else if (handOver == null) {
			this.record.nobodyLeads();
		}
	}

	private void leaveTerm(Effect.Transit transit, @Nullable HandOver handOver) {
		this.state = transit.transition().to();
		this.term = null;
		this.flight = null;
		this.handOver = null;
		this.contention.afterTerm(this.turn.at());
		if (handOver != null) {
			this.contention.coolDown(this.turn.at() + handOver.coolDown());
		}
	}

	/**
	 * A hold does not end with the lease by itself, nor with a term that is lost because
	 * its record expired.
	 */
	private void runOut(OwnTerm term) {
		if (this.profile.traits().holdOutlivesLease()) {
			this.undo.ask(term.release(), term.leaseEnd());
		}
	}

	// Handing over

	private void drain(OwnTerm term, TransitionCause cause, ElectionState exit, long coolDown) {
		boolean led = this.state == ElectionState.LEADER;
		HandOver handOver = new HandOver(exit, coolDown, !led,
				this.turn.at() + this.profile.timing().drainTimeout().toNanos());
		Effect.Transit transit = transition(ElectionState.DRAINING, cause, term.token());
		if (led) {
			this.turn.add(transit, new Effect.Revoke(term.token(), cause));
			this.record.nobodyLeads();
		}
		else {
			this.turn.add(transit);
			this.record.lostPending(term.token(), term.notBefore());
		}
		this.handOver = handOver;
		this.state = ElectionState.DRAINING;
	}

	private void workEnded(long token) {
		boolean lingered = this.contention.lingered(token);
		if (!lingered && this.handOver != null && this.term != null && this.term.token() == token) {
			this.handOver.workEnded();
		}
	}

	private void releaseAnswered(OwnTerm term, HandOver handOver, Outcome outcome) {
		TransitionCause cause = TransitionCause.RELEASED;
		if (outcome instanceof Unknown) {
			long time = handOver.repeatFor(this.turn.at());
			if (time > 0) {
				sendRelease(term, time);
				return;
			}
			cause = TransitionCause.EXPIRED;
			runOut(term);
		}
		else if (outcome instanceof Lost) {
			cause = TransitionCause.LOST;
		}
		Effect.Transit transit = transition(handOver.exit(), cause, term.token());
		this.turn.add(transit);
		leaveTerm(transit, handOver);
	}

	// Answers

	private void answered(Effect.Send<?> send, Outcome outcome) {
		if (this.undo.answered(this.turn, send, outcome)) {
			return;
		}
		boolean awaited = this.flight != null && this.flight.id() == send.id();
		if (awaited) {
			this.flight = null;
			if (!(outcome instanceof Unknown)) {
				this.pace.answered();
			}
		}
		if (send.command() instanceof Acquire && outcome instanceof Unknown) {
			this.contention.unanswered(this.turn.at(send.sent()));
		}
		if (this.term == null && (outcome instanceof Held || outcome instanceof Free)) {
			this.contention.heard(this.turn, this.turn.at(send.sent()), outcome);
		}
		if (send.command() instanceof Acquire acquire) {
			if (awaited && this.state == ElectionState.FOLLOWER) {
				acquireAnswered(acquire, send.sent(), outcome);
			}
			else if (outcome instanceof Granted granted) {
				strayGrant(acquire.nonce(), granted.token());
			}
			else if (awaited) {
				// Nobody waits for the term any more, but it tells of the record
				observed(outcome);
			}
		}
		else if (awaited && send.command() instanceof Observe) {
			observed(outcome);
		}
		else if (awaited && this.term != null) {
			if (this.handOver != null && send.command() instanceof Release) {
				releaseAnswered(this.term, this.handOver, outcome);
			}
			else {
				renewAnswered(this.term, send.sent(), outcome);
			}
		}
	}

	private void observed(Outcome outcome) {
		this.contention.observed(this.turn, outcome);
		if (this.state == ElectionState.STOPPED) {
			this.record.nobodyLeads();
		}
	}

	/**
	 * A grant that comes too late, or is not wanted any more, is given up, unless its
	 * nonce is that of the present or last term: giving it up would take the term away,
	 * or release it under work that has not ended. A term of the present attempt is given
	 * up with the attempt, if a repeat does not get it.
	 */
	private void strayGrant(Nonce nonce, long token) {
		Release term = new Release(this.profile.key(), nonce, token);
		if (this.contention.isAttempt(nonce)) {
			this.contention.lateTerm(term);
		}
		else if (!nonce.equals(this.ownNonce)) {
			this.undo.ask(term, this.turn.at());
		}
	}

	private void acquireAnswered(Acquire command, Moment sent, Outcome outcome) {
		if (!(outcome instanceof Granted granted)) {
			this.contention.refused(this.turn, outcome);
			return;
		}
		this.record.granted(granted.token());
		TermBounds bounds = OwnTerm.bounds(this.profile, sent, granted);
		if (!bounds.hold(this.turn.now().ticker(), this.turn.now().wall())) {
			this.contention.grantedTooLate(this.turn.at());
			strayGrant(command.nonce(), granted.token());
			return;
		}
		this.contention.granted();
		// Counted from the answer: the store's clock was read before it
		long notBefore = Durations.add(this.turn.at(), Durations.nanos(granted.notBefore()));
		OwnTerm term = new OwnTerm(this.profile, command, granted, notBefore, bounds);
		term.confirm(this.turn, this.pace, sent, granted);
		this.undo.granted(term.nonce(), term.token());
		this.record.nobodyLeads();
		if (notBefore > this.turn.at()) {
			transit(ElectionState.PENDING, TransitionCause.ACQUIRED, term.token());
		}
		else {
			lead(term);
		}
		this.term = term;
		this.ownNonce = term.nonce();
	}

	private void lead(OwnTerm term) {
		Leader self = term.leader();
		this.turn.add(transition(ElectionState.LEADER, TransitionCause.ACQUIRED, term.token()),
				new Effect.Grant(term.stored()));
		this.state = ElectionState.LEADER;
		this.record.leading(self);
	}

	private void renewAnswered(OwnTerm term, Moment sent, Outcome outcome) {
		Moment now = this.turn.now();
		if (outcome instanceof Lost) {
			endTerm(term, TransitionCause.LOST);
		}
		else if (outcome instanceof Granted granted
				&& OwnTerm.bounds(this.profile, sent, granted).hold(now.ticker(), now.wall())) {
			term.confirm(this.turn, this.pace, sent, granted);
		}
		else {
			// Not answered, or too late, or the clocks parted on the way: confirms
			// nothing
			term.renewAt(this.turn.at() + this.pace.afterUnknownRenewal(now.ticker()));
		}
	}

	// What is due

	private void act() {
		this.undo.act(this.turn, this.operationTimeout, this.flight);
		if (this.term != null) {
			this.contention.forgetHint();
			actOnTerm(this.term);
		}
		else if (this.state == ElectionState.STOPPED) {
			this.contention.forgetHint();
			if (this.flight == null) {
				this.flight = this.contention.lookBack(this.turn);
			}
		}
		else {
			this.record.forgetStaleLeader(this.turn.at());
			if (this.flight == null) {
				this.flight = this.contention.ask(this.turn, this.state, this.undo.isFlying());
			}
		}
	}

	private void actOnTerm(OwnTerm term) {
		if (this.state == ElectionState.PENDING && !term.isUnconfirmed() && this.turn.at() >= term.notBefore()) {
			lead(term);
		}
		if (this.flight != null) {
			return;
		}
		if (this.handOver != null && this.handOver.isWorkEnded()) {
			if (!this.undo.isFlying()) {
				this.handOver.releasing(this.turn.at() + this.operationTimeout);
				sendRelease(term, this.operationTimeout);
			}
		}
		else if (this.turn.at() >= term.renewAt()) {
			long left = term.bounds().deadline() - this.turn.now().ticker();
			this.flight = this.turn.send(Math.max(1, Math.min(this.operationTimeout, left)), term.renew());
		}
	}

	private void sendRelease(OwnTerm term, long timeout) {
		this.flight = this.turn.send(timeout, term.release());
	}

	@Override
	public long wakeIn(Moment now) {
		long due = this.undo.due(this.flight);
		if (this.term != null) {
			due = Math.min(due, due(this.term));
		}
		else if (this.state != ElectionState.STOPPED) {
			due = Math.min(due, this.record.leaderStaleAt());
			if (this.flight == null) {
				due = Math.min(due, this.contention.due(this.turn.at(), this.state, this.undo.isFlying()));
			}
		}
		else if (this.flight == null) {
			due = Math.min(due, this.contention.lookBackDue());
		}
		return (due == NEVER) ? NEVER : Math.max(0, due - this.turn.at(now));
	}

	private long due(OwnTerm term) {
		HandOver handOver = this.handOver;
		if (handOver != null && handOver.isReleasing()) {
			return (this.flight != null) ? NEVER : this.turn.at();
		}
		long due = this.turn.at(term.bounds().end());
		if (this.flight == null && (handOver == null || !handOver.isWorkEnded())) {
			due = Math.min(due, term.renewAt());
		}
		if (handOver != null) {
			due = Math.min(due, handOver.due());
		}
		if (term.isUnconfirmed()) {
			due = Math.min(due, term.confirmBy());
		}
		else if (this.state == ElectionState.PENDING) {
			due = Math.min(due, term.notBefore());
		}
		return due;
	}

	// Telling

	private void transit(ElectionState to, TransitionCause cause) {
		transit(to, cause, null);
	}

	private void transit(ElectionState to, TransitionCause cause, @Nullable Long token) {
		this.turn.add(transition(to, cause, token));
		this.state = to;
	}

	private Effect.Transit transition(ElectionState to, TransitionCause cause, @Nullable Long token) {
		LegalTransitions.check(this.profile.key().election(), this.state, to);
		Instant at = Instant.ofEpochMilli(this.turn.now().wall());
		return new Effect.Transit(new Transition(at, this.state, to, cause, token));
	}

}
