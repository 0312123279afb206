/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.engine.Actor;
import io.leaderelection.engine.Companion;
import io.leaderelection.engine.Election;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.preference.bid.Bidding;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.preference.bid.Seat;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Preference;
import io.leaderelection.protocol.Standing;
import io.leaderelection.time.Moment;
import io.leaderelection.work.Term;
import org.jspecify.annotations.Nullable;

/**
 * The bid for an election with a preference: sends its commands to the store, and
 * decisions of the distribution to the election. Used by the loop, except for starting
 * and stopping.
 */
final class ElectionBid extends Actor implements Seat, Companion.OfCandidate {

	/** The causes for which this instance steps down by itself. */
	private static final Set<TransitionCause> GIVEN_UP = Set.of(TransitionCause.STEP_DOWN, TransitionCause.STALLED,
			TransitionCause.TASK_FAILED, TransitionCause.INELIGIBLE, TransitionCause.TENURE, TransitionCause.PAUSED);

	private final Election election;

	private final Bidding bidding;

	private final Runnable forget;

	private volatile boolean wanted;

	/** Completed when the bid is released. */
	private volatile CompletableFuture<Void> stopping = CompletableFuture.completedFuture(null);

	/** Completed when nothing is left of any bid. */
	private volatile CompletableFuture<Void> leaving = CompletableFuture.completedFuture(null);

	private boolean runs;

	private boolean othersFirst;

	private boolean crashed;

	/** How often this instance gave the election up by itself since the last look. */
	private int gaveUp;

	/**
	 * Creates a bid that is not started.
	 * @param forget called when the candidate is removed
	 */
	ElectionBid(Election election, CandidateProfile profile, Preference preference, ElectionLoop loop,
			Runnable forget) {
		super(loop, "The bid for election '" + election.name() + "'");
		this.election = election;
		this.bidding = new Bidding(profile, preference);
		this.forget = forget;
		election.view().bids(preference.priority(), null);
		election.onTransition(this::transited);
		loop.add(this);
	}

	/** Begins to observe bids, and to bid. */
	@Override
	public void contending() {
		this.wanted = true;
		loop().soon(this::startOrStop);
	}

	/** Releases the bid. The returned future is completed on the loop. */
	CompletableFuture<Void> stop() {
		CompletableFuture<Void> stopping = open(this.stopping);
		this.stopping = stopping;
		this.wanted = false;
		loop().soon(this::startOrStop);
		return stopping;
	}

	/** Releases the bid. */
	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // it completes before the one returned
	public CompletableFuture<Void> left() {
		CompletableFuture<Void> leaving = open(this.leaving);
		this.leaving = leaving;
		stop();
		return leaving;
	}

	@Override
	public void removed() {
		this.forget.run();
		loop().remove(this);
	}

	/** Returns the former future if it is not done yet, otherwise a new one. */
	private static CompletableFuture<Void> open(CompletableFuture<Void> former) {
		return former.isDone() ? new CompletableFuture<>() : former;
	}

	// On the loop from here

	@Override
	public void look() {
		if (this.crashed) {
			this.bidding.startAnew(loop().time().now());
			this.crashed = false;
			this.runs = false;
		}
		startOrStop();
	}

	private void startOrStop() {
		boolean wanted = this.wanted;
		if (wanted != this.runs && !this.crashed) {
			this.runs = wanted;
			step(wanted ? this.bidding::start : this.bidding::stop);
		}
		noteStopped();
	}

	private void noteStopped() {
		if (!this.runs && this.bidding.isQuiet()) {
			this.stopping.complete(null);
			if (this.bidding.isSettled()) {
				this.leaving.complete(null);
			}
		}
	}

	@Override
	protected void on(Input input, Moment now) {
		if (!this.crashed) {
			this.bidding.on(input, now);
		}
	}

	@Override
	protected void afterStep(Moment now) {
		for (Effect.Send<?> send = this.bidding.nextSend(); send != null; send = this.bidding.nextSend()) {
			send(send);
		}
		noteStopped();
	}

	@Override
	protected long wakeIn(Moment now) {
		return this.bidding.wakeIn(now);
	}

	@Override
	protected void crashed(Throwable thrown) {
		this.crashed = true;
		loop().log()
			.error("Election '{}': a step of its bid failed. The bid runs out, and begins anew", this.election.name(),
					thrown);
	}

	@Override
	public boolean hasTerm() {
		return this.bidding.isOwned();
	}

	private void transited(Transition transition) {
		if (transition.to() == ElectionState.DRAINING && GIVEN_UP.contains(transition.cause())) {
			this.gaveUp++;
		}
	}

	/** Called before the distribution looks. */
	void prepare(Moment now) {
		for (; this.gaveUp > 0; this.gaveUp--) {
			this.bidding.gaveUp(now);
		}
	}

	/** Called after the distribution has looked. */
	void finish() {
		if (!this.crashed) {
			step((now) -> this.election.view()
				.bids(this.bidding.preference().priority(), this.bidding.bidder().orElse(null)));
		}
	}

	// For the distribution

	@Override
	public Bidding bidding() {
		return this.bidding;
	}

	@Override
	public Standing standing() {
		return this.election.view().standing();
	}

	@Override
	public @Nullable Leader leader() {
		return this.election.view().leader().orElse(null);
	}

	@Override
	public long noted() {
		Term term = this.election.view().currentTerm();
		try {
			Map<String, String> notes = (term != null) ? term.libraryNotes().notes() : Map.of();
			return Long.parseLong(notes.getOrDefault(Distribution.CONCEDED, "0"));
		}
		catch (NumberFormatException ex) {
			return 0;
		}
		catch (IllegalStateException ex) {
			// The checkpoints are not understood, so nothing can be noted
			return Long.MAX_VALUE;
		}
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // the distribution reads what is noted
	public void note(long bid) {
		Term term = this.election.view().currentTerm();
		if (term != null) {
			Throwable thrown = ForeignCode.call((notes) -> notes.note(Distribution.CONCEDED, Long.toString(bid)),
					term.libraryNotes());
			if (thrown != null) {
				// It stays the leader, as if there were no bid
				report("a bid cannot be noted, so it is not handed over: " + thrown);
			}
		}
	}

	@Override
	public boolean handOver(TransitionCause cause) {
		Term term = this.election.view().currentTerm();
		if (term == null || !term.closeIfIdle()) {
			return false;
		}
		this.election.take(new Input.StepDown(Distribution.AWAY, cause));
		return true;
	}

	@Override
	public void othersFirst(boolean first) {
		if (first != this.othersFirst) {
			this.othersFirst = first;
			this.election.take(new Input.OthersFirst(first));
		}
	}

	@Override
	public void report(String problem) {
		loop().log().warn("Election '{}': {}", this.election.name(), problem);
	}

}
