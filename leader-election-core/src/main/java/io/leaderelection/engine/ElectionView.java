/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

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
import io.leaderelection.protocol.CandidateProfile;
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

	private static final Set<ElectionState> NOT_VACANT = EnumSet.of(ElectionState.STOPPED, ElectionState.SUSPENDED);

	private final String name;

	private final Ticker ticker;

	private final WallClock wallClock;

	private final ElectionLog failures;

	private final ElectionRequests requests;

	private final Waiters waiters = new Waiters();

	private volatile Standing standing = Standing.NONE;

	private boolean renounced;

	private volatile @Nullable Term term;

	private final Knowledge knowledge = new Knowledge();

	final Suspending suspending;

	ElectionView(String name, Ticker ticker, WallClock wallClock, ElectionLog failures, ElectionRequests requests) {
		this.name = name;
		this.ticker = ticker;
		this.wallClock = wallClock;
		this.failures = failures;
		this.requests = requests;
		this.suspending = new Suspending(this, wallClock, requests, this::currentTerm, this::suspendedTerm,
				() -> this.standing.suspended());
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
		return Optional.ofNullable(this.knowledge.leader());
	}

	@Override
	public boolean isDecided() {
		// Read before the leader: if a term begins in between, the former one would look
		// like another candidate's
		Term term = this.term;
		Leader leader = this.knowledge.leader();
		if (leader == null) {
			return this.standing.state() == ElectionState.SUSPENDED;
		}
		boolean own = term != null && term.fencingToken() == leader.fencingToken();
		return !own || isLeader();
	}

	@Override
	public boolean awaitLeader(Duration timeout) throws InterruptedException {
		return this.waiters.await(this::isDecided, Durations.nanos(timeout)) && this.suspending.find() == null;
	}

	@Override
	public ElectionStatus status() {
		Standing standing = this.standing;
		long now = this.ticker.nanos();
		boolean leading = standing.leads(now, this.wallClock.millis());
		Knowledge.Of known = this.knowledge.get();
		Leader leader = known.leader();
		if (leading && leader != null && leader.fencingToken() != standing.fencingToken()) {
			// A term is published first, and then what follows from it
			leader = null;
		}
		TermBounds bounds = standing.bounds();
		Duration remaining = (bounds != null) ? Duration.ofNanos(Math.max(0, bounds.deadline() - now)) : null;
		Long token = (standing.fencingToken() != 0) ? Long.valueOf(standing.fencingToken())
				: (leader != null) ? Long.valueOf(leader.fencingToken()) : null;
		return new ElectionStatus(this.name, standing.state(), leading, standing.unconfirmed(), leader, token,
				remaining, known.lastContact(), this.failures.current(), this.failures.isRefused(), known.vacantSince(),
				withheldBy(standing), transitions(), known.priority(), known.bidder(),
				this.failures.otherHolder().name(), this.suspending.find());
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
		return this.knowledge.history().transitions();
	}

	@Override
	public List<LedTerm> history() {
		return this.knowledge.history().list();
	}

	// Requests

	@Override
	public CompletionStage<Void> stepDown() {
		return stepDown(this.requests.profile().timing().coolDown());
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
	public CompletionStage<Void> suspend(String reason) {
		return this.suspending.suspend(reason);
	}

	@Override
	public CompletionStage<Void> unsuspend() {
		return this.suspending.unsuspend();
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
		this.knowledge.leaderIs(leader);
		signalWaiters();
		recordLeader();
	}

	/** Records who leads: nobody while another candidate keeps the lease suspended. */
	void recordLeader() {
		Term own = this.term;
		Leader leader = (this.standing.suspended() == null) ? this.knowledge.leader() : null;
		boolean leads = leader != null && own != null && own.fencingToken() == leader.fencingToken();
		this.knowledge.history().leaderIs(leader, leads, Instant.ofEpochMilli(this.wallClock.millis()));
	}

	/** Wakes threads that wait for a leader, because there may be one now. */
	void signalWaiters() {
		this.waiters.signal();
	}

	/**
	 * Updates since when nobody is known to lead: never while this candidate does not
	 * contend, or is suspended.
	 * @return since when, or {@code null}
	 */
	@Nullable Instant vacantSince(long wallMillis) {
		return this.knowledge.vacantSince(!NOT_VACANT.contains(this.standing.state()), wallMillis);
	}

	void transited(Transition transition) {
		this.knowledge.history().transited(transition);
	}

	void contacted(long wallMillis) {
		this.knowledge.contacted(Instant.ofEpochMilli(wallMillis));
	}

	/**
	 * Sets what {@link #status()} returns of bids.
	 * @param priority the priority of this candidate
	 * @param bidder who bids for the election, or {@code null}
	 */
	public void bids(int priority, @Nullable Leader bidder) {
		this.knowledge.bids(priority, bidder);
	}

	/** Returns the term in which this candidate is suspended, or {@code null}. */
	private @Nullable Term suspendedTerm() {
		Standing standing = this.standing;
		Term term = this.term;
		boolean suspended = standing.state() == ElectionState.SUSPENDED && term != null
				&& term.fencingToken() == standing.fencingToken();
		return suspended ? term : null;
	}

}
