/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
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
	 * Whether this candidate leads and may take on new work right now. Looks at the state
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
	 * Enters a piece of guarded work on the calling thread if this candidate leads. The
	 * work is bound to the term: until the returned call is closed the term's
	 * {@link Leadership} is the {@linkplain Leadership#current() current} one of this
	 * thread, a voluntary hand-over waits for it, and a loss interrupts it if so wished.
	 * @param onLoss what happens to the thread when the term ends before the work does
	 * @return the call, to be closed or {@linkplain GuardedCall#detach(Runnable)
	 * detached} on the same thread, or {@code null} if this candidate does not lead
	 */
	@Nullable GuardedCall tryEnter(OnLoss onLoss);

	/**
	 * Waits while the election is undecided or vacant.
	 * @param timeout how long to wait at most; not negative
	 * @return whether some candidate, this one or another, is known to lead
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	boolean awaitLeader(Duration timeout) throws InterruptedException;

	/**
	 * Hands leadership over: takes on no new work, lets running work end, then releases
	 * the lease, and does not contend again before the configured cool-down is over.
	 * Without effect if this candidate does not lead.
	 * @return completed when the hand-over is done. It must not be waited for inside a
	 * listener or guarded call of this election: joining it there throws
	 * {@link IllegalStateException}, since the hand-over waits for them
	 */
	CompletionStage<Void> stepDown();

	/**
	 * As {@link #stepDown()} with another cool-down.
	 * @param coolDown how long not to contend afterwards; not negative
	 * @return see {@link #stepDown()}
	 */
	CompletionStage<Void> stepDown(Duration coolDown);

	/**
	 * Adds a listener to this election.
	 * @param listener called as {@link LeadershipListener} says
	 * @return removes the listener again
	 */
	Registration addListener(LeadershipListener listener);

}
