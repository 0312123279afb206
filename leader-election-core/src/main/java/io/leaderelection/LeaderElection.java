/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * One named election as seen by this candidate. All methods are safe to call from any
 * thread.
 */
public interface LeaderElection {

	/**
	 * The name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Whether this candidate leads and may start new work right now. Looks at the state
	 * and at both clocks on every call, so that the answer turns {@code false} by itself
	 * at the end of the lease even if store, network and all threads of this library
	 * hang. Wait-free; costs a few clock reads.
	 * @return whether this candidate leads
	 */
	boolean isLeader();

	/**
	 * The current term if this candidate leads.
	 * @return the term, or empty if {@link #isLeader()} is {@code false}
	 */
	Optional<Leadership> leadership();

	/**
	 * The leader this candidate last heard of: itself, another one, or nobody.
	 * @return the leader, or empty while the election is undecided or vacant
	 */
	Optional<Leader> leader();

	/**
	 * A consistent picture of this election for display.
	 * @return the status
	 */
	ElectionStatus status();

	/**
	 * The latest terms that this candidate knows of: its own ones and those of others
	 * that it observed, at most the last 100. For display; kept in the memory of this
	 * process alone, so that it begins anew with each start of the process.
	 * @return the terms, oldest first; the last one has no end while its leader is known
	 */
	List<LedTerm> history();

	/**
	 * Enters a piece of guarded work on the calling thread if this candidate leads. The
	 * work is bound to the term: until the returned call is closed the term's
	 * {@link Leadership} is the {@linkplain Leadership#current() current} one of this
	 * thread, a voluntary handover waits for it, and a loss interrupts it if asked to.
	 * @param onLoss what happens to the thread when the term ends before the work does
	 * @return the call, to be closed on the same thread, or {@code null} if this
	 * candidate does not lead
	 */
	@Nullable GuardedCall tryEnter(OnLoss onLoss);

	/**
	 * Waits until some candidate is known to lead: another one, or this one and
	 * {@link #isLeader()} says so.
	 * @param timeout how long to wait at most; not negative
	 * @return whether some candidate, this one or another, is known to lead
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	boolean awaitLeader(Duration timeout) throws InterruptedException;

	/**
	 * Hands leadership over: starts no new work, lets running work end, then releases the
	 * lease, and does not contend again before the configured cool-down is over. Without
	 * effect if this candidate does not lead.
	 * @return completed when the handover is done. It must not be waited for inside a
	 * listener or guarded call of this election: joining it there throws
	 * {@link IllegalStateException}, because the handover waits for them
	 */
	CompletionStage<Void> stepDown();

	/**
	 * As {@link #stepDown()} with another cool-down.
	 * @param coolDown how long not to contend afterwards; not negative
	 * @return see {@link #stepDown()}
	 */
	CompletionStage<Void> stepDown(Duration coolDown);

	/**
	 * Stops contending and observes only, until {@link #resume()}: hands over as
	 * {@link #stepDown()} does if this candidate leads. Outlasts a stop and start of the
	 * elections.
	 * @return completed when the handover is done, see {@link #stepDown()}
	 */
	CompletionStage<Void> pause();

	/**
	 * Takes {@link #pause()} back: contends again unless something else withholds this
	 * candidate.
	 * @return completed when it is done and no handover is in progress, see
	 * {@link #stepDown()}
	 */
	CompletionStage<Void> resume();

	/**
	 * Does work whenever this candidate leads, beginning now if it does: once per term,
	 * on a thread of its own, as guarded work of the term, so that a voluntary handover
	 * waits for it within the drain timeout. The work is cancelled as soon as the term
	 * ends or a handover begins, and done again in the next term. If it throws while the
	 * term lasts, that is logged and the work is done again, after a delay that grows
	 * with each failure; with {@link LeaderWorkOptions#stepDownAfter(int)} this candidate
	 * hands over instead when it keeps failing. It never runs twice at the same time.
	 * <p>
	 * Work that goes on for the drain timeout after it was cancelled is reported to
	 * {@link LeadershipListener#taskStuck(StuckTask)} and in the log. It delays the
	 * release of the lease, and this candidate does not contend again before it has
	 * returned; but it does not lengthen the term.
	 * @param work what to do
	 * @param options how to do it
	 * @return ends it: the work is cancelled if it runs, and not done again. Returns at
	 * once
	 * @throws IllegalArgumentException if the
	 * {@linkplain LeaderWorkOptions#maxSilence(Duration) longest silence} is less than
	 * two operation timeouts of this election and a second
	 */
	Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options);

	/**
	 * As {@link #runWhileLeader(LeaderWork, LeaderWorkOptions)} with
	 * {@linkplain LeaderWorkOptions#defaults() defaults}.
	 * @param work what to do
	 * @return ends it
	 */
	default Registration runWhileLeader(LeaderWork work) {
		return runWhileLeader(work, LeaderWorkOptions.defaults());
	}

	/**
	 * Adds a listener to this election. If this candidate leads, or a leader is known,
	 * the listener is first called once with that state. Calls are made on another
	 * thread, possibly after this method has returned.
	 * @param listener called as {@link LeadershipListener} says
	 * @return removes the listener again
	 */
	Registration addListener(LeadershipListener listener);

}
