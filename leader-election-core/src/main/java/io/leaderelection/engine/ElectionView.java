/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.LedTerm;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.protocol.TermBounds;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.Term;
import io.leaderelection.work.Waiters;
import org.jspecify.annotations.Nullable;

/**
 * An election for all threads: its state, which they read without waiting, and requests
 * to it. The state is changed only by the loop, except for {@link #renounce()}.
 */
public final class ElectionView implements GuardedElection {

	private final String name;

	private final Ticker ticker;

	private final WallClock wallClock;

	private final ElectionLog failures;

	private final Requests requests;

	private final Waiters waiters = new Waiters();

	private volatile Standing standing = Standing.NONE;

	private boolean renounced;

	private volatile @Nullable Term term;

	private volatile Known known = new Known(null, null, null);

	private volatile Bids bids = new Bids(null, null);

	private final History history = new History();

	ElectionView(String name, Ticker ticker, WallClock wallClock, ElectionLog failures, Requests requests) {
		this.name = name;
		this.ticker = ticker;
		this.wallClock = wallClock;
		this.failures = failures;
		this.requests = requests;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isLeader() {
		return this.standing.leads(this.ticker.nanos(), this.wallClock.millis());
	}

	boolean isValid(long token) {
		return this.standing.valid(token, this.ticker.nanos(), this.wallClock.millis());
	}

	Duration remaining(long token) {
		Standing standing = this.standing;
		TermBounds bounds = standing.bounds();
		long now = this.ticker.nanos();
		if (bounds == null || !standing.valid(token, now, this.wallClock.millis())) {
			return Duration.ZERO;
		}
		return Duration.ofNanos(Math.max(0, bounds.deadline() - now));
	}

	@Override
	public Optional<Leadership> leadership() {
		return Optional.ofNullable(currentTerm());
	}

	@Override
	public @Nullable EnteredCall tryEnter(OnLoss onLoss) {
		Term term = currentTerm();
		return (term != null) ? term.enter(onLoss) : null;
	}

	/**
	 * Returns the term in which this candidate leads now.
	 * @return the term, or {@code null}
	 */
	public @Nullable Term currentTerm() {
		Standing standing = this.standing;
		if (standing.leads(this.ticker.nanos(), this.wallClock.millis())) {
			Term term = this.term;
			if (term != null && term.fencingToken() == standing.fencingToken()) {
				return term;
			}
		}
		return null;
	}

	/** The current or last term. */
	@Nullable Term term() {
		return this.term;
	}

	/**
	 * Returns the state of this candidate in the protocol.
	 * @return the standing
	 */
	public Standing standing() {
		return this.standing;
	}

	@Override
	public Optional<Leader> leader() {
		return Optional.ofNullable(this.known.leader);
	}

	@Override
	public boolean isDecided() {
		// Read before the leader: if a term begins in between, the former one would look
		// like another candidate's
		Term term = this.term;
		Leader leader = this.known.leader;
		if (leader == null) {
			return false;
		}
		boolean own = term != null && term.fencingToken() == leader.fencingToken();
		return !own || isLeader();
	}

	@Override
	public boolean awaitLeader(Duration timeout) throws InterruptedException {
		return this.waiters.await(this::isDecided, Durations.nanos(timeout));
	}

	@Override
	public ElectionStatus status() {
		Standing standing = this.standing;
		long now = this.ticker.nanos();
		boolean leading = standing.leads(now, this.wallClock.millis());
		Known known = this.known;
		Bids bids = this.bids;
		Leader leader = known.leader;
		if (leading && leader != null && leader.fencingToken() != standing.fencingToken()) {
			// A term is published first, and then what follows from it
			leader = null;
		}
		TermBounds bounds = standing.bounds();
		Duration remaining = (bounds != null) ? Duration.ofNanos(Math.max(0, bounds.deadline() - now)) : null;
		Long token = (standing.fencingToken() != 0) ? Long.valueOf(standing.fencingToken())
				: (leader != null) ? Long.valueOf(leader.fencingToken()) : null;
		return new ElectionStatus(this.name, standing.state(), leading, standing.unconfirmed(), leader, token,
				remaining, known.lastContact, this.failures.current(), this.failures.isRefused(), known.vacantSince,
				withheldBy(standing), transitions(), bids.priority, bids.bidder, this.failures.otherHolder().name());
	}

	/**
	 * Adds the cause of a follower that waits for the work or listeners of its last term.
	 */
	private Set<TransitionCause> withheldBy(Standing standing) {
		Term term = this.term;
		if (standing.state() != ElectionState.FOLLOWER || term == null || term.isOver()) {
			return standing.withheldBy();
		}
		Set<TransitionCause> causes = EnumSet.of(TransitionCause.DRAIN_TIMEOUT);
		causes.addAll(standing.withheldBy());
		return causes;
	}

	List<Transition> transitions() {
		return this.history.transitions();
	}

	@Override
	public List<LedTerm> history() {
		return this.history.list();
	}

	// Requests

	@Override
	public CompletionStage<Void> stepDown() {
		return stepDown(this.requests.coolDown());
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown) {
		return stepDown(coolDown, TransitionCause.STEP_DOWN);
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
		return this.requests.handover(new Input.StepDown(coolDown, cause));
	}

	@Override
	public CompletionStage<Void> pause() {
		return withhold(TransitionCause.PAUSED);
	}

	@Override
	public CompletionStage<Void> resume() {
		return restore(TransitionCause.PAUSED);
	}

	@Override
	public CompletionStage<Void> withhold(TransitionCause cause) {
		return this.requests.handover(new Input.Pause(cause));
	}

	@Override
	public CompletionStage<Void> restore(TransitionCause cause) {
		return this.requests.handover(new Input.Resume(cause));
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.requests.runWhileLeader(work, options);
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.requests.addListener(listener);
	}

	// Changes

	/** Sets the term, before this candidate is published as leader. */
	void begin(Term term) {
		this.term = term;
	}

	/** Ends the term for good: a standing that is published later is ignored. */
	synchronized void renounce() {
		this.renounced = true;
		this.standing = Standing.NONE;
	}

	synchronized void publish(Standing standing) {
		if (!this.renounced) {
			this.standing = standing;
		}
	}

	void leaderIs(@Nullable Leader leader) {
		Known known = this.known;
		this.known = new Known(leader, known.vacantSince, known.lastContact);
		signalWaiters();
		Term own = this.term;
		this.history.leaderIs(leader, leader != null && own != null && own.fencingToken() == leader.fencingToken(),
				Instant.ofEpochMilli(this.wallClock.millis()));
	}

	/** Wakes threads that wait for a leader, because there may be one now. */
	void signalWaiters() {
		this.waiters.signal();
	}

	/**
	 * Updates since when nobody is known to lead: never while this candidate does not
	 * contend.
	 * @return since when, or {@code null}
	 */
	@Nullable Instant vacantSince(long wallMillis) {
		Known known = this.known;
		boolean vacant = known.leader == null && this.standing.state() != ElectionState.STOPPED;
		Instant since = known.vacantSince;
		since = (vacant && since == null) ? Instant.ofEpochMilli(wallMillis) : vacant ? since : null;
		if (!Objects.equals(since, known.vacantSince)) {
			this.known = new Known(known.leader, since, known.lastContact);
		}
		return since;
	}

	void transited(Transition transition) {
		this.history.transited(transition);
	}

	/** The store has answered a command of this election. */
	void contacted(long wallMillis) {
		Known known = this.known;
		this.known = new Known(known.leader, known.vacantSince, Instant.ofEpochMilli(wallMillis));
	}

	/**
	 * Sets what {@link #status()} returns of bids.
	 * @param priority the priority of this candidate
	 * @param bidder who bids for the election, or {@code null}
	 */
	public void bids(int priority, @Nullable Leader bidder) {
		this.bids = new Bids(priority, bidder);
	}

	/** The last knowledge of the leader. Replaced by the loop only. */
	private record Known(@Nullable Leader leader, @Nullable Instant vacantSince, @Nullable Instant lastContact) {
	}

	/** The priority of this instance, if it has one, and the known bidder. */
	private record Bids(@Nullable Integer priority, @Nullable Leader bidder) {
	}

	/** Takes the requests of all threads. */
	interface Requests {

		/**
		 * Passes an input to the protocol.
		 * @return completed when the handover is over that it causes, if any
		 */
		CompletionStage<Void> handover(Input input);

		/** How long a candidate does not contend after it stepped down on request. */
		Duration coolDown();

		Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options);

		Registration addListener(LeadershipListener listener);

	}

}
