/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.protocol.bid.Bidding;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.protocol.bid.Seat;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.TermWork;
import org.jspecify.annotations.Nullable;

/**
 * An election with a preference: sends its bid to the store, and decisions of the
 * distribution to the candidate. Used by the loop, except for starting and stopping.
 */
final class ElectionSeat implements Contender, Seat {

	private static final SafeLogger logger = new SafeLogger(ElectionSeat.class);

	/** The causes for which this instance steps down by itself. */
	private static final Set<TransitionCause> GIVEN_UP = Set.of(TransitionCause.STEP_DOWN, TransitionCause.STALLED,
			TransitionCause.TASK_FAILED, TransitionCause.INELIGIBLE, TransitionCause.TENURE, TransitionCause.PAUSED);

	private final ElectionCandidate candidate;

	private final String name;

	private final ElectionLoop loop;

	private final Unanswered unanswered = new Unanswered();

	private final FailureLog failures;

	private final Runnable startOrStop = this::startOrStop;

	private volatile boolean wanted;

	/** Completed when the bid is released. */
	private volatile @Nullable CompletableFuture<Void> stopping;

	/** Completed when nothing is left of any bid. */
	private volatile @Nullable CompletableFuture<Void> leaving;

	private final Bidding bidding;

	private boolean runs;

	private boolean othersFirst;

	/**
	 * Why a term that accepts no more work is handed over, until this is requested from
	 * the protocol.
	 */
	private @Nullable TransitionCause handingOver;

	private @Nullable Transition lastSeen;

	private long wakeAt;

	ElectionSeat(ElectionCandidate candidate, CandidateProfile profile, Preference preference, ElectionLoop loop) {
		this.candidate = candidate;
		this.name = profile.key().bid().election();
		this.loop = loop;
		this.bidding = new Bidding(profile, preference);
		this.failures = new FailureLog("The bid for election '" + candidate.name() + "'");
		this.wakeAt = loop.time().ticker().nanos() + ElectionLoop.FAR;
		candidate.view().prefers(preference.priority());
		loop.add(this);
	}

	void start() {
		this.wanted = true;
		this.loop.executeSoon(this.startOrStop);
	}

	/** Releases the bid. The returned future is completed on the loop. */
	CompletableFuture<Void> stop() {
		CompletableFuture<Void> stopping = open(this.stopping);
		this.stopping = stopping;
		this.wanted = false;
		this.loop.executeSoon(this.startOrStop);
		return stopping;
	}

	/**
	 * Releases the bid. The returned future is completed on the loop once the store has
	 * nothing left of it, not even of an unanswered attempt.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // it completes before the one returned
	CompletableFuture<Void> leave() {
		CompletableFuture<Void> leaving = open(this.leaving);
		this.leaving = leaving;
		stop();
		return leaving;
	}

	/** Returns the former future if it is not done yet, otherwise a new one. */
	private static CompletableFuture<Void> open(@Nullable CompletableFuture<Void> former) {
		return (former != null && !former.isDone()) ? former : new CompletableFuture<>();
	}

	/** Removes this election from the distribution. */
	void retire() {
		this.loop.remove(this);
	}

	// On the loop from here

	private void startOrStop() {
		boolean wanted = this.wanted;
		if (wanted != this.runs && step(wanted ? this.bidding::start : this.bidding::stop)) {
			this.runs = wanted;
		}
		noteStopped();
	}

	private void noteStopped() {
		CompletableFuture<Void> stopping = this.stopping;
		if (stopping != null && !this.runs && this.bidding.isQuiet()) {
			stopping.complete(null);
		}
		CompletableFuture<Void> leaving = this.leaving;
		if (leaving != null && !this.runs && this.bidding.isSettled()) {
			leaving.complete(null);
		}
	}

	/** Called before the distribution looks. */
	void prepare(Moment now) {
		stepDown();
		List<Transition> transitions = this.candidate.transitions();
		for (Transition transition : unseen(transitions)) {
			if (transition.to() == ElectionState.DRAINING && GIVEN_UP.contains(transition.cause())) {
				this.bidding.gaveUp(now);
			}
			this.lastSeen = transition;
		}
	}

	private List<Transition> unseen(List<Transition> transitions) {
		Transition last = this.lastSeen;
		return (last != null) ? transitions.subList(transitions.indexOf(last) + 1, transitions.size()) : transitions;
	}

	/** Called after the distribution has looked. */
	void finish() {
		step((now) -> {
		});
		this.candidate.view().bidder(this.bidding.bidder().orElse(null));
	}

	/**
	 * One step of the bid. Never throws.
	 * @return whether it succeeded; if not, its commands are sent with the next step
	 */
	private boolean step(Step step) {
		boolean taken = false;
		Moment now = this.loop.time().now();
		try {
			step.at(now);
			taken = true;
			for (Effect.Send<?> send = this.bidding.nextSend(); send != null; send = this.bidding.nextSend()) {
				send(send);
			}
			long in = Math.min(this.bidding.wakeIn(now), this.unanswered.wakeIn(now));
			this.wakeAt = now.ticker() + Math.min(in, ElectionLoop.FAR);
			noteStopped();
		}
		catch (Throwable ex) {
			this.wakeAt = now.ticker() + ElectionLoop.HEARTBEAT.toNanos();
			logger.error("Election '{}': a step of its bid failed", this.candidate.name(), ex);
		}
		this.loop.wakeAt(this.wakeAt);
		return taken;
	}

	private void send(Effect.Send<?> send) {
		this.unanswered.add(send);
		try {
			this.loop.store().send(this, send);
		}
		catch (Throwable ex) {
			this.unanswered.unsent(send);
			logger.error("Election '{}': a command for its bid could not be sent", this.candidate.name(), ex);
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public long wakeAt() {
		return this.wakeAt;
	}

	@Override
	public boolean hasTerm() {
		return this.bidding.isOwned();
	}

	@Override
	public void wake(Moment now) {
		for (Effect.Send<?> send = this.unanswered.overdue(now); send != null; send = this.unanswered.overdue(now)) {
			TimeoutException cause = new TimeoutException(
					"No answer within " + TimeUnit.NANOSECONDS.toMillis(send.timeout()) + " ms");
			if (!answered(send, new Outcome.Unknown(cause), this.loop.store().timedOut(send, cause, now))) {
				return;
			}
		}
		step((at) -> this.bidding.on(new Input.Tick(), at));
	}

	@Override
	public void tryAgain() {
		startOrStop();
	}

	@Override
	public boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore) {
		this.unanswered.remove(send);
		if (!(outcome instanceof Outcome.Unknown unknown)) {
			this.failures.succeeded(send.command());
		}
		else if (!ofStore) {
			this.failures.failed(unknown.cause());
		}
		boolean processed = step((now) -> this.bidding.on(new Input.Answer(send, outcome), now));
		if (!processed) {
			// It times out, which is tried until the step succeeds
			this.unanswered.add(send);
		}
		return processed;
	}

	// For the distribution

	@Override
	public Bidding bidding() {
		return this.bidding;
	}

	@Override
	public Standing standing() {
		return this.candidate.standing();
	}

	@Override
	public @Nullable Leader leader() {
		return this.candidate.leader().orElse(null);
	}

	@Override
	public long noted() {
		TermWork term = this.candidate.currentTerm();
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
	public void note(long bid) {
		TermWork term = this.candidate.currentTerm();
		if (term != null) {
			try {
				term.libraryNotes().note(Distribution.CONCEDED, Long.toString(bid));
			}
			catch (Throwable ex) {
				// It stays the leader, as if there were no bid
				logger.warn("Election '{}': a bid cannot be noted, so it is not handed over", this.candidate.name(),
						ex);
			}
		}
	}

	@Override
	public boolean handOver(TransitionCause cause) {
		TermWork term = this.candidate.currentTerm();
		if (term == null || !term.closeIfIdle()) {
			return false;
		}
		this.handingOver = cause;
		stepDown();
		return true;
	}

	/** Called again before the next look if this throws. */
	private void stepDown() {
		TransitionCause cause = this.handingOver;
		if (cause != null) {
			this.candidate.request(new Input.StepDown(Distribution.AWAY, cause));
			this.handingOver = null;
			this.candidate.processRequests();
		}
	}

	@Override
	public void othersFirst(boolean first) {
		if (first != this.othersFirst) {
			this.candidate.request(new Input.OthersFirst(first));
			this.othersFirst = first;
			this.candidate.processRequests();
		}
	}

	@Override
	public void report(String problem) {
		logger.warn("Election '{}': {}", this.candidate.name(), problem);
	}

	/** A step of the bid. */
	@FunctionalInterface
	private interface Step {

		void at(Moment now);

	}

}
