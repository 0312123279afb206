/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LeaderChange;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Granted;
import io.leaderelection.store.Outcome.Held;
import io.leaderelection.store.Outcome.Lost;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
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
 * Times inside are nanoseconds since the first input, so that they never overflow.
 */
public final class ElectionStateMachine implements ElectionProtocol {

	private final CandidateProfile profile;

	private final ElectionTiming timing;

	private final String election;

	private final RecordView record;

	private final Pace pace;

	private final long tolerance;

	private final long operationTimeout;

	private Moment now = new Moment(0, 0);

	private long origin;

	private boolean begun;

	/** The time of {@link #now} since the first input. */
	private long t;

	private List<Effect> effects = new ArrayList<>();

	private ElectionState state = ElectionState.STOPPED;

	private @Nullable Leader toldLeader;

	private long nextId;

	/** The one command in flight, but for an undo. */
	private Effect.@Nullable Send flight;

	private Effect.@Nullable SendRelease undoFlight;

	/** A term to give up that nobody here believes in. */
	private @Nullable Release undo;

	private long undoAt;

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

	private @Nullable OwnTerm term;

	private boolean unconfirmed;

	private long confirmBy;

	/** Where DRAINING leads to. */
	private ElectionState exit = ElectionState.STOPPED;

	private long exitCoolDown;

	private boolean workEnded;

	private long drainUntil;

	private boolean releasing;

	private long releaseBy;

	private boolean releaseRepeated;

	/**
	 * Creates a machine in state STOPPED.
	 * @param profile what it is made of
	 */
	public ElectionStateMachine(CandidateProfile profile) {
		this.profile = profile;
		this.timing = profile.timing();
		this.election = profile.key().election();
		this.record = new RecordView(profile.candidate());
		this.pace = new Pace(profile);
		this.tolerance = this.timing.clockTolerance().toNanos();
		this.operationTimeout = this.timing.operationTimeout().toNanos();
	}

	@Override
	public List<Effect> on(Input input, Moment now) {
		if (!this.begun) {
			this.begun = true;
			this.origin = now.ticker();
		}
		this.now = now;
		this.t = now.ticker() - this.origin;
		this.effects = new ArrayList<>(4);
		watchTerm();
		handle(input);
		act();
		return this.effects;
	}

	@Override
	public Standing standing() {
		OwnTerm term = this.term;
		return new Standing(this.state, this.unconfirmed, (term != null) ? term.token : 0,
				(term != null && !this.releasing) ? term.bounds : null);
	}

	@Override
	public boolean quiet() {
		return this.state != ElectionState.DRAINING && this.undoFlight == null
				&& (this.undo == null || this.undoAt > this.t)
				&& !(this.flight instanceof Effect.SendAcquire && this.state != ElectionState.FOLLOWER);
	}

	@Override
	public long wakeIn(Moment now) {
		long at = nextWake();
		return (at == NEVER) ? NEVER : Math.max(0, at - (now.ticker() - this.origin));
	}

	private void handle(Input input) {
		if (input instanceof Input.Answer answer) {
			answered(answer.send(), answer.outcome());
		}
		else if (input instanceof Input.WorkEnded ended) {
			workEnded(ended.token());
		}
		else if (input instanceof Input.Hint) {
			this.hinted = true;
		}
		else if (input instanceof Input.WatchLive live) {
			this.watchLive = live.live();
			this.hinted |= live.live();
		}
		else if (input instanceof Input.StepDown down) {
			handOver(TransitionCause.STEP_DOWN, ElectionState.FOLLOWER, down.coolDown().toNanos());
		}
		else if (input instanceof Input.Start) {
			start(ElectionState.STOPPED, TransitionCause.STARTED);
		}
		else if (input instanceof Input.Resume) {
			start(ElectionState.PAUSED, TransitionCause.RESUMED);
		}
		else if (input instanceof Input.Stop) {
			handOver(TransitionCause.SHUTDOWN, ElectionState.STOPPED, 0);
		}
		else if (input instanceof Input.Pause) {
			handOver(TransitionCause.PAUSED, ElectionState.PAUSED, 0);
		}
	}

	private void start(ElectionState from, TransitionCause cause) {
		if (this.state == from) {
			transit(ElectionState.FOLLOWER, cause);
			this.attemptAt = this.t;
		}
		else if (this.state == ElectionState.DRAINING && this.exit == from) {
			this.exit = ElectionState.FOLLOWER;
		}
	}

	private void handOver(TransitionCause cause, ElectionState exit, long coolDown) {
		switch (this.state) {
			case LEADER, PENDING -> {
				this.exit = exit;
				this.exitCoolDown = coolDown;
				drain(cause);
			}
			case DRAINING -> {
				// Stopping outdoes pausing, which outdoes contending again
				if (exit == ElectionState.STOPPED || this.exit == ElectionState.FOLLOWER) {
					this.exit = exit;
				}
				this.exitCoolDown = Math.max(this.exitCoolDown, coolDown);
			}
			case FOLLOWER -> {
				if (exit != ElectionState.FOLLOWER) {
					// A late grant of the attempt will be undone
					this.attempt = null;
					transit(exit, cause);
					this.observeAt = this.t;
				}
			}
			case PAUSED -> {
				if (exit == ElectionState.STOPPED) {
					transit(exit, cause);
				}
			}
			case STOPPED -> {
			}
		}
		if (this.state == ElectionState.STOPPED) {
			this.record.nobodyLeads();
			tellLeader();
		}
	}

	// The end of a term, by time

	private void watchTerm() {
		OwnTerm term = this.term;
		if (term == null || this.releasing) {
			return;
		}
		if (term.bounds.over(this.now)) {
			endTerm(term, TransitionCause.EXPIRED);
		}
		else if (this.unconfirmed && this.t >= this.confirmBy) {
			endTerm(term, TransitionCause.CLOCK_JUMP);
		}
		else if (!this.unconfirmed && term.bounds.parted(this.now)) {
			this.unconfirmed = true;
			this.confirmBy = this.t + this.operationTimeout;
			// What was sent before the jump confirms nothing
			this.flight = null;
			term.renewAt = this.t;
		}
		else if (this.state == ElectionState.DRAINING && !this.workEnded && this.t >= this.drainUntil) {
			endTerm(term, TransitionCause.DRAIN_TIMEOUT);
		}
	}

	private void endTerm(OwnTerm term, TransitionCause cause) {
		ElectionState former = this.state;
		this.term = null;
		this.unconfirmed = false;
		this.flight = null;
		this.attemptAt = this.t;
		this.observeAt = this.t + this.pace.soon();
		if (cause != TransitionCause.LOST) {
			this.formerLeaseUntil = term.leaseEnd(this.origin);
			runOut(term);
		}
		if (former == ElectionState.PENDING) {
			this.record.lostPending(term.token, term.notBefore);
			transit(ElectionState.FOLLOWER, cause, term.token);
			return;
		}
		if (former == ElectionState.LEADER) {
			transit(ElectionState.FOLLOWER, cause, term.token);
			this.lingering = term.token;
			this.effects.add(new Effect.Revoke(term.token, cause));
			this.effects.add(new Effect.Interrupt(term.token));
			this.record.nobodyLeads();
			tellLeader();
			return;
		}
		if (!this.workEnded) {
			this.lingering = term.token;
			this.effects.add(new Effect.Interrupt(term.token));
		}
		leaveDraining(cause, term.token);
	}

	/** A hold does not end with the lease by itself. */
	private void runOut(OwnTerm term) {
		if (this.profile.traits().holdOutlivesLease()) {
			this.undo = new Release(this.profile.key(), term.nonce, term.token);
			this.undoAt = term.leaseEnd(this.origin);
		}
	}

	// Handing over

	private void drain(TransitionCause cause) {
		OwnTerm term = Objects.requireNonNull(this.term);
		boolean led = this.state == ElectionState.LEADER;
		if (!led) {
			this.record.lostPending(term.token, term.notBefore);
		}
		transit(ElectionState.DRAINING, cause, term.token);
		this.workEnded = !led;
		this.drainUntil = this.t + this.timing.drainTimeout().toNanos();
		this.releaseRepeated = false;
		if (led) {
			this.effects.add(new Effect.Revoke(term.token, cause));
			this.record.nobodyLeads();
			tellLeader();
		}
	}

	private void workEnded(long token) {
		if (this.lingering == token) {
			this.lingering = 0;
			this.hinted = true;
		}
		else if (this.state == ElectionState.DRAINING && this.term != null && this.term.token == token) {
			this.workEnded = true;
		}
	}

	private void releaseAnswered(OwnTerm term, Outcome outcome) {
		if (outcome instanceof Unknown && !this.releaseRepeated && this.t < this.releaseBy) {
			// Guarded by nonce and token, so that doing it twice does no harm
			this.releaseRepeated = true;
			sendRelease(term, this.releaseBy - this.t);
			return;
		}
		this.releasing = false;
		this.term = null;
		this.unconfirmed = false;
		TransitionCause cause = TransitionCause.RELEASED;
		if (outcome instanceof Unknown) {
			cause = TransitionCause.EXPIRED;
			runOut(term);
		}
		else if (outcome instanceof Lost) {
			cause = TransitionCause.LOST;
		}
		leaveDraining(cause, term.token);
	}

	private void leaveDraining(TransitionCause cause, long token) {
		transit(this.exit, cause, token);
		this.coolDownUntil = this.t + this.exitCoolDown;
		this.attemptAt = this.t;
		this.observeAt = this.t + this.pace.soon();
	}

	// Answers

	private void answered(Effect.Send send, Outcome outcome) {
		if (send instanceof Effect.SendRelease && this.undoFlight != null && this.undoFlight.id() == send.id()) {
			this.undoFlight = null;
			return;
		}
		boolean awaited = this.flight != null && this.flight.id() == send.id();
		if (awaited) {
			this.flight = null;
			if (!(outcome instanceof Unknown)) {
				this.pace.answered();
			}
		}
		if (send instanceof Effect.SendAcquire acquire) {
			if (!awaited || this.state != ElectionState.FOLLOWER) {
				strayGrant(acquire, outcome);
			}
			else {
				acquireAnswered(acquire, outcome);
			}
		}
		else if (awaited && send instanceof Effect.SendObserve) {
			observed(outcome);
		}
		else if (awaited && this.term != null) {
			if (send instanceof Effect.SendRenew) {
				renewAnswered(this.term, send, outcome);
			}
			else {
				releaseAnswered(this.term, outcome);
			}
		}
	}

	/**
	 * A grant that comes too late, or is not wanted any more, is given up, unless its
	 * nonce is that of the present term or attempt: giving it up would take the term
	 * away.
	 */
	private void strayGrant(Effect.SendAcquire send, Outcome outcome) {
		Nonce nonce = send.command().nonce();
		boolean current = nonce.equals(this.attempt) || (this.term != null && nonce.equals(this.term.nonce));
		if (outcome instanceof Granted granted && !current) {
			giveUp(nonce, granted.token());
		}
	}

	private void giveUp(Nonce nonce, long token) {
		this.undo = new Release(this.profile.key(), nonce, token);
		this.undoAt = this.t;
	}

	private void acquireAnswered(Effect.SendAcquire send, Outcome outcome) {
		if (outcome instanceof Granted granted) {
			this.attempt = null;
			this.record.granted(granted.token());
			OwnTerm term = new OwnTerm(send.command(), granted.token(), bounds(send, granted));
			confirm(term, send, granted);
			if (term.bounds.hold(this.now.ticker(), this.now.wall())) {
				this.pace.decided();
				this.term = term;
				begin(term, Durations.nanos(granted.notBefore()));
			}
			else {
				// Too late to be believed
				giveUp(term.nonce, term.token);
				this.attemptAt = this.t + this.pace.afterFree();
			}
		}
		else if (outcome instanceof Held held) {
			this.pace.decided();
			held(held);
			this.attemptAt = this.t + afterHeld(held);
		}
		else if (outcome instanceof Free free) {
			free(free);
			this.attemptAt = this.t + this.pace.afterFree();
		}
		else if (outcome instanceof Lost) {
			// The nonce had its term
			this.attempt = null;
			this.attemptAt = this.t + this.pace.afterFree();
		}
		else if (outcome instanceof Unknown unknown) {
			this.attemptAt = this.t + this.pace.afterUnknown(this.now.ticker(), unknown.cause());
		}
	}

	private void begin(OwnTerm term, long notBefore) {
		if (notBefore > 0) {
			// Counted from the answer: the store's clock was read before it
			term.notBefore = Durations.add(this.t, notBefore);
			transit(ElectionState.PENDING, TransitionCause.ACQUIRED, term.token);
			this.record.nobodyLeads();
			tellLeader();
		}
		else {
			lead(term);
		}
	}

	private void lead(OwnTerm term) {
		transit(ElectionState.LEADER, TransitionCause.ACQUIRED, term.token);
		this.effects.add(new Effect.Grant(term.token));
		this.record.leading(new Leader(this.profile.candidate(), term.since, term.token, term.metadata));
		tellLeader();
	}

	private void renewAnswered(OwnTerm term, Effect.Send send, Outcome outcome) {
		if (outcome instanceof Lost) {
			endTerm(term, TransitionCause.LOST);
		}
		else if (outcome instanceof Granted granted) {
			if (bounds(send, granted).hold(this.now.ticker(), this.now.wall())) {
				confirm(term, send, granted);
				this.unconfirmed = false;
			}
			else {
				// Too late, or the clocks parted on the way: confirms nothing
				term.renewAt = this.t + this.pace.afterUnknownRenewal();
			}
		}
		else {
			term.renewAt = this.t + this.pace.afterUnknownRenewal();
		}
	}

	/** Never longer than the store keeps it, whatever was asked for. */
	private long lease(Granted granted) {
		return Math.min(this.timing.lease().toNanos(), Durations.nanos(granted.duration()));
	}

	private TermBounds bounds(Effect.Send send, Granted granted) {
		return new TermBounds(send.sent().ticker(), send.sent().wall(),
				lease(granted) - this.timing.safetyMargin().toNanos(), this.tolerance);
	}

	private void confirm(OwnTerm term, Effect.Send send, Granted granted) {
		term.bounds = bounds(send, granted);
		term.lease = lease(granted);
		long sent = send.sent().ticker();
		term.renewAt = sent - this.origin
				+ this.pace.renewal(sent, Math.min(this.timing.renewInterval().toNanos(), term.lease / 3));
	}

	private void observed(Outcome outcome) {
		long wait = this.pace.retry(this.now.ticker());
		if (outcome instanceof Held held) {
			held(held);
			wait = afterHeld(held);
		}
		else if (outcome instanceof Free free) {
			free(free);
		}
		this.observeAt = this.t + wait;
	}

	private void held(Held held) {
		this.record.held(held, this.t, this.operationTimeout);
		tellLeader();
	}

	private long afterHeld(Held held) {
		boolean hintsExpected = this.profile.traits().push() && this.watchLive;
		return this.pace.afterHeld(this.now.ticker(), Durations.nanos(held.remaining()), hintsExpected);
	}

	private void free(Free free) {
		this.record.free(free, this.t);
		tellLeader();
	}

	// What is due

	private void act() {
		boolean hinted = this.hinted;
		switch (this.state) {
			case LEADER, PENDING, DRAINING -> {
				this.hinted = false;
				actOnTerm(Objects.requireNonNull(this.term));
			}
			case FOLLOWER, PAUSED -> {
				if (this.t >= this.record.leaderStaleAt()) {
					this.record.nobodyLeads();
					tellLeader();
				}
				if (hinted && this.flight == null) {
					this.hinted = false;
					this.attemptAt = Math.min(this.attemptAt, this.t);
					this.observeAt = this.t;
				}
				actOnUndo();
				ask();
			}
			case STOPPED -> {
				this.hinted = false;
				actOnUndo();
			}
		}
	}

	private void actOnTerm(OwnTerm term) {
		if (this.state == ElectionState.PENDING && !this.unconfirmed && this.t >= term.notBefore) {
			lead(term);
		}
		actOnUndo();
		if (this.flight != null || this.releasing) {
			return;
		}
		if (this.state == ElectionState.DRAINING && this.workEnded) {
			if (this.undoFlight == null) {
				this.releasing = true;
				this.releaseBy = this.t + this.operationTimeout;
				sendRelease(term, this.operationTimeout);
			}
		}
		else if (this.t >= term.renewAt) {
			long left = term.bounds.deadline() - this.now.ticker();
			this.flight = send(
					new Effect.SendRenew(this.nextId++, this.now, Math.max(1, Math.min(this.operationTimeout, left)),
							new Renew(this.profile.key(), term.nonce, term.token)));
		}
	}

	private void sendRelease(OwnTerm term, long timeout) {
		this.flight = send(new Effect.SendRelease(this.nextId++, this.now, timeout,
				new Release(this.profile.key(), term.nonce, term.token)));
	}

	private void actOnUndo() {
		Release undo = this.undo;
		if (undo != null && this.t >= this.undoAt && mayUndo()) {
			this.undo = null;
			this.undoFlight = send(new Effect.SendRelease(this.nextId++, this.now, this.operationTimeout, undo));
		}
	}

	private boolean mayUndo() {
		return this.undoFlight == null && !(this.flight instanceof Effect.SendAcquire)
				&& !(this.flight instanceof Effect.SendRelease);
	}

	private void ask() {
		if (this.flight != null) {
			return;
		}
		if (this.state == ElectionState.FOLLOWER && this.t >= contendAt()) {
			if (this.undoFlight == null && this.t >= this.attemptAt) {
				Nonce nonce = (this.attempt != null) ? this.attempt : this.profile.entropy().nonce();
				this.attempt = nonce;
				this.flight = send(new Effect.SendAcquire(this.nextId++, this.now, this.operationTimeout,
						new Acquire(this.profile.key(), this.profile.candidate(), nonce, this.timing.lease(),
								this.record.seenToken(), this.record.tokenFloor(),
								Instant.ofEpochMilli(this.now.wall()), this.profile.metadata().get())));
			}
		}
		else if (this.t >= this.observeAt) {
			this.flight = send(
					new Effect.SendObserve(this.nextId++, this.now, this.operationTimeout, this.profile.key()));
		}
	}

	/** From when on a follower contends rather than observes. */
	private long contendAt() {
		return (this.lingering != 0) ? NEVER
				: Math.max(Math.max(this.coolDownUntil, this.formerLeaseUntil), this.record.blockedUntil());
	}

	private long nextWake() {
		long at = (this.undo != null && mayUndo()) ? this.undoAt : NEVER;
		OwnTerm term = this.term;
		if (term != null) {
			return this.releasing ? at : Math.min(at, nextWake(term));
		}
		if (this.state == ElectionState.STOPPED) {
			return at;
		}
		at = Math.min(at, this.record.leaderStaleAt());
		if (this.flight == null) {
			long contendAt = contendAt();
			if (this.state == ElectionState.FOLLOWER && this.undoFlight == null) {
				at = Math.min(at, Math.max(contendAt, this.attemptAt));
			}
			if (this.state == ElectionState.PAUSED || this.t < contendAt) {
				at = Math.min(at, this.observeAt);
			}
		}
		return at;
	}

	private long nextWake(OwnTerm term) {
		long at = term.bounds.deadline() - this.origin;
		boolean releaseDue = this.state == ElectionState.DRAINING && this.workEnded;
		if (this.flight == null && !releaseDue) {
			at = Math.min(at, term.renewAt);
		}
		if (this.unconfirmed) {
			at = Math.min(at, this.confirmBy);
		}
		else if (this.state == ElectionState.PENDING) {
			at = Math.min(at, term.notBefore);
		}
		if (this.state == ElectionState.DRAINING && !this.workEnded) {
			at = Math.min(at, this.drainUntil);
		}
		return at;
	}

	private <S extends Effect.Send> S send(S send) {
		this.effects.add(send);
		return send;
	}

	private void transit(ElectionState to, TransitionCause cause) {
		transit(to, cause, 0);
	}

	private void transit(ElectionState to, TransitionCause cause, long token) {
		LegalTransitions.check(this.election, this.state, to);
		this.effects.add(new Effect.Transit(new Transition(Instant.ofEpochMilli(this.now.wall()), this.state, to, cause,
				(token != 0) ? token : null)));
		this.state = to;
	}

	private void tellLeader() {
		Leader leader = this.record.leader();
		Leader told = this.toldLeader;
		boolean same = (leader == null || told == null) ? leader == null && told == null
				: leader.fencingToken() == told.fencingToken() && leader.id().equals(told.id());
		if (!same) {
			this.effects.add(new Effect.ChangeLeader(new LeaderChange(this.election, told, leader)));
		}
		this.toldLeader = leader;
	}

}
