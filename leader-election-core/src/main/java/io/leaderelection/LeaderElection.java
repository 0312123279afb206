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
	 * Returns the name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Returns whether this candidate leads and may start new work right now. Reads the
	 * state and both clocks on every call, so that the answer turns {@code false} by
	 * itself at the end of the lease even if store, network and all threads of this
	 * library hang. Wait-free; costs a few clock reads.
	 * @return whether this candidate leads
	 */
	boolean isLeader();

	/**
	 * Returns the current term if this candidate leads.
	 * @return the term, or empty if {@link #isLeader()} is {@code false}
	 */
	Optional<Leadership> leadership();

	/**
	 * Returns the known leader: this candidate, another one, or none.
	 * @return the leader, or empty while the election is undecided or vacant
	 */
	Optional<Leader> leader();

	/**
	 * Returns a consistent snapshot of this election, for display.
	 * @return the status
	 */
	ElectionStatus status();

	/**
	 * Returns the latest terms that this candidate knows of, at most 100: its own and
	 * those it observed. For display; kept in memory only, so that it is empty after a
	 * restart.
	 * @return the terms, oldest first; the last one has no end while its leader is known
	 */
	List<LedTerm> history();

	/**
	 * Starts a guarded call on the calling thread if this candidate leads. The call is
	 * bound to the term: until it is closed, the term's {@link Leadership} is the
	 * {@linkplain Leadership#current() current} one of this thread, a voluntary handover
	 * waits for the call, and a loss of leadership interrupts the thread with
	 * {@link OnLoss#INTERRUPT}.
	 * @param onLoss what happens to the thread if the term ends before the call
	 * @return the call, to be closed on the same thread, or {@code null} if this
	 * candidate does not lead
	 */
	@Nullable GuardedCall tryEnter(OnLoss onLoss);

	/**
	 * Waits until some candidate is known to lead: another one, or this one so that
	 * {@link #isLeader()} is {@code true}.
	 * @param timeout how long to wait at most; not negative
	 * @return whether some candidate, this one or another, is known to lead;
	 * {@code false} at once while the election is known to be suspended
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	boolean awaitLeader(Duration timeout) throws InterruptedException;

	/**
	 * Hands over leadership: starts no new work, waits for running work, then releases
	 * the lease, and does not contend again before the configured cool-down is over. Has
	 * no effect if this candidate does not lead.
	 * @return completed when the handover is done. Do not wait for it inside a listener
	 * or guarded call of this election: the handover waits for these, so joining the
	 * stage there throws {@link IllegalStateException}
	 */
	CompletionStage<Void> stepDown();

	/**
	 * Hands over leadership as {@link #stepDown()} does, with another cool-down.
	 * @param coolDown how long this candidate does not contend afterwards; not negative
	 * @return see {@link #stepDown()}
	 */
	CompletionStage<Void> stepDown(Duration coolDown);

	/**
	 * Stops contending and only observes, until {@link #resume()}. Hands over as
	 * {@link #stepDown()} does if this candidate leads. The pause outlasts a stop and
	 * start of the elections.
	 * @return completed when the handover is done, see {@link #stepDown()}
	 */
	CompletionStage<Void> pause();

	/**
	 * Ends a {@link #pause()}: this candidate contends again, unless there is another
	 * reason not to.
	 * @return completed when the pause has ended and no handover is in progress, see
	 * {@link #stepDown()}
	 */
	CompletionStage<Void> resume();

	/**
	 * Suspends the election for all candidates, until {@link #unsuspend()}. This
	 * candidate starts no new work, notes the suspension in the record of the election,
	 * waits for running work as {@link #stepDown()} does, and then keeps the lease
	 * without leading. A successor, after a restart or a crash of this instance, finds
	 * the note and does not lead either. The note is as durable as a
	 * {@linkplain Leadership#checkpoint checkpoint}.
	 * @param reason why, for those who wonder why nothing runs: 1 to
	 * {@value Suspension#MAX_REASON} characters, not blank
	 * @return completed when the note is written and no work of this candidate runs any
	 * more, or exceptionally with a {@link CheckpointUnknownException} if the term ended
	 * before the store confirmed the note, which may be written nevertheless. Do not wait
	 * for it inside a listener or guarded call, see {@link #stepDown()}
	 * @throws NotLeaderException if this candidate does not lead
	 * @throws IllegalArgumentException if the reason is blank or too long, or there is no
	 * room for the note; nothing has changed then
	 * @throws IllegalStateException if the election is suspended already, or the
	 * checkpoints in its record are not understood
	 * @throws UnsupportedOperationException if the store has no checkpoints
	 */
	CompletionStage<Void> suspend(String reason);

	/**
	 * Ends a suspension: removes the note, then releases the lease and contends again at
	 * once. This candidate or another one leads, with a new fencing token.
	 * @return completed when the note is removed and the lease is released, or
	 * exceptionally with a {@link CheckpointUnknownException} if the term ended before
	 * the store confirmed that the note is removed
	 * @throws NotLeaderException if this candidate does not keep the lease of a suspended
	 * election; it names the one that does, as the leader
	 * @throws IllegalStateException if this candidate leads, so nothing is suspended
	 */
	CompletionStage<Void> unsuspend();

	/**
	 * Runs work whenever this candidate leads, starting now if it does: once per term, on
	 * its own thread. It is guarded work: a voluntary handover waits for it within the
	 * drain timeout. The work is cancelled as soon as the term ends or a handover begins,
	 * and runs again in the next term. If it throws while the term lasts, the exception
	 * is logged and the work runs again, after a delay that grows with each failure. With
	 * {@link LeaderWorkOptions#stepDownAfter(int)} this candidate hands over instead when
	 * the work keeps failing. It never runs twice at the same time.
	 * <p>
	 * Work that has not returned within the drain timeout after it was cancelled is
	 * reported to {@link LeadershipListener#taskStuck(StuckTask)} and in the log. It
	 * delays the release of the lease, and this candidate does not contend again before
	 * the work has returned; but it does not lengthen the term.
	 * @param work what to do
	 * @param options how to run it
	 * @return a registration whose removal cancels the work if it runs, without waiting
	 * for it, and prevents further runs
	 * @throws IllegalArgumentException if the
	 * {@linkplain LeaderWorkOptions#maxSilence(Duration) longest silence} is less than
	 * two operation timeouts of this election and a second
	 */
	Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options);

	/**
	 * Runs work as {@link #runWhileLeader(LeaderWork, LeaderWorkOptions)} does, with the
	 * {@linkplain LeaderWorkOptions#defaults() defaults}.
	 * @param work what to do
	 * @return a registration whose removal cancels the work and prevents further runs
	 */
	default Registration runWhileLeader(LeaderWork work) {
		return runWhileLeader(work, LeaderWorkOptions.defaults());
	}

	/**
	 * Adds a listener to this election. If this candidate leads, or a leader is known,
	 * the listener is first called with that state. Calls are made on another thread,
	 * possibly after this method has returned.
	 * @param listener the listener
	 * @return a registration that removes the listener
	 */
	Registration addListener(LeadershipListener listener);

}
