/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LedTerm;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Standing;
import io.leaderelection.protocol.TermBounds;
import io.leaderelection.store.Command;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.TermWork;
import org.jspecify.annotations.Nullable;

/**
 * The state of a candidate in one election, as all threads read it without waiting.
 * Changed only by the loop, except for {@link #renounce()}.
 */
final class CandidateView {

	private final String election;

	private final Ticker ticker;

	private final WallClock wallClock;

	private volatile Standing standing = Standing.NONE;

	private boolean renounced;

	private volatile @Nullable TermWork term;

	private final KnownLeader leader = new KnownLeader();

	private final History history = new History();

	private final LedTerms terms = new LedTerms();

	private final FailureLog failures;

	private volatile @Nullable Instant lastContact;

	private volatile @Nullable Integer priority;

	private volatile @Nullable Leader bidder;

	CandidateView(String election, Ticker ticker, WallClock wallClock) {
		this.election = election;
		this.ticker = ticker;
		this.wallClock = wallClock;
		this.failures = new FailureLog("Election '" + election + "'");
	}

	boolean isLeader() {
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

	/** The term in which this candidate leads now. */
	@Nullable TermWork currentTerm() {
		Standing standing = this.standing;
		if (standing.leads(this.ticker.nanos(), this.wallClock.millis())) {
			TermWork term = this.term;
			if (term != null && term.fencingToken() == standing.fencingToken()) {
				return term;
			}
		}
		return null;
	}

	/** The current or last term. */
	@Nullable TermWork term() {
		return this.term;
	}

	Standing standing() {
		return this.standing;
	}

	KnownLeader leader() {
		return this.leader;
	}

	/** Returns whether another candidate is known to lead, or this one leads. */
	boolean isDecided() {
		// Read before the leader: if a term begins in between, the former one would look
		// like another candidate's
		TermWork term = this.term;
		Leader leader = this.leader.get();
		if (leader == null) {
			return false;
		}
		boolean own = term != null && term.fencingToken() == leader.fencingToken();
		return !own || isLeader();
	}

	ElectionStatus status() {
		Standing standing = this.standing;
		long now = this.ticker.nanos();
		boolean leading = standing.leads(now, this.wallClock.millis());
		Leader leader = this.leader.get();
		TermBounds bounds = standing.bounds();
		Duration remaining = (bounds != null) ? Duration.ofNanos(Math.max(0, bounds.deadline() - now)) : null;
		Long token = (standing.fencingToken() != 0) ? Long.valueOf(standing.fencingToken())
				: (leader != null) ? Long.valueOf(leader.fencingToken()) : null;
		return new ElectionStatus(this.election, standing.state(), leading, standing.unconfirmed(), leader, token,
				remaining, this.lastContact, this.failures.current(), this.failures.isRefused(),
				this.leader.vacantSince(), withheldBy(standing), this.history.list(), this.priority, this.bidder);
	}

	/**
	 * Adds the cause of a follower that waits for the work or listeners of its last term.
	 */
	private Set<TransitionCause> withheldBy(Standing standing) {
		TermWork term = this.term;
		if (standing.state() != ElectionState.FOLLOWER || term == null || term.isOver()) {
			return standing.withheldBy();
		}
		Set<TransitionCause> causes = EnumSet.of(TransitionCause.DRAIN_TIMEOUT);
		causes.addAll(standing.withheldBy());
		return causes;
	}

	// Changes

	/** Sets the term, before this candidate is published as leader. */
	void begin(TermWork term) {
		this.term = term;
	}

	/**
	 * Ends the term for good: a standing that is published later is ignored. On any
	 * thread.
	 */
	synchronized void renounce() {
		this.renounced = true;
		this.standing = Standing.NONE;
	}

	synchronized void publish(Standing standing) {
		if (!this.renounced) {
			this.standing = standing;
		}
	}

	List<Transition> transitions() {
		return this.history.list();
	}

	void prefers(int priority) {
		this.priority = priority;
	}

	void bidder(@Nullable Leader bidder) {
		this.bidder = bidder;
	}

	void transited(Transition transition) {
		this.history.add(transition);
		this.terms.transited(transition);
	}

	void leaderIs(@Nullable Leader leader) {
		this.leader.set(leader);
		TermWork own = this.term;
		this.terms.leaderIs(leader, leader != null && own != null && own.fencingToken() == leader.fencingToken(),
				Instant.ofEpochMilli(this.wallClock.millis()));
	}

	List<LedTerm> terms() {
		return this.terms.list();
	}

	/**
	 * Records the outcome of a command.
	 * @param command the command
	 * @param outcome its outcome
	 * @param ofStore whether a failure was already logged as one of the store
	 */
	void answered(Command command, Outcome outcome, boolean ofStore) {
		if (!(outcome instanceof Outcome.Unknown unknown)) {
			this.lastContact = Instant.ofEpochMilli(this.wallClock.millis());
			this.failures.succeeded(command);
		}
		else if (ofStore) {
			this.failures.note(unknown.cause());
		}
		else {
			this.failures.failed(unknown.cause());
		}
	}

}
