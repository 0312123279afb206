/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * One term of this candidate as leader. Safe to use from any thread. A term never comes
 * back: the next one is another object with a larger fencing token.
 */
public interface Leadership {

	/**
	 * The maximum number of characters in all names and values of an election's
	 * checkpoints together.
	 */
	int MAX_CHECKPOINTS = 2048;

	/**
	 * Returns the election that was won.
	 * @return the name of the election
	 */
	String election();

	/**
	 * Returns the partition that was won.
	 * @return the number of the partition, from 0; empty if the election is not one of
	 * the partitions of another
	 */
	default OptionalInt partition() {
		Partition partition = Partition.parse(election());
		return (partition != null) ? OptionalInt.of(partition.number()) : OptionalInt.empty();
	}

	/**
	 * Returns a number that strictly rises from term to term, whichever candidate wins.
	 * Pass it to every resource that a former leader must not write to, and let the
	 * resource reject a token smaller than one it has seen. Only the order of the values
	 * has a meaning.
	 * @return the fencing token of this term
	 */
	long fencingToken();

	/**
	 * Returns how long this term lasts if the store does not answer any more, by this
	 * process's own clocks.
	 * @return the remaining time; zero if {@link #isValid()} is {@code false}
	 */
	Duration remaining();

	/**
	 * Returns whether work of this term may continue. Stays {@code true} while a
	 * voluntary handover waits for running work, although
	 * {@link LeaderElection#isLeader()} returns {@code false} by then. Turns
	 * {@code false} at the end of the lease or on its loss.
	 * @return whether this term is still valid
	 */
	boolean isValid();

	/**
	 * Throws an exception unless this term is {@linkplain #isValid() valid}.
	 * @throws LeadershipLostException if this term is over
	 */
	void verify();

	/**
	 * Waits until this term accepts no more work, because a handover begins or the term
	 * is lost. Use it where the work would otherwise sleep between two rounds.
	 * <p>
	 * This method may return before the thread is interrupted because of the end, or the
	 * interrupt may come first: work that is interrupted must expect both. A later
	 * interrupt reaches the work in whatever it does next until it returns, and never
	 * what the thread does afterwards. Code that must run after the end, such as saving
	 * progress, must therefore tolerate an interrupt; work that must not be interrupted
	 * can use {@link OnLoss#CONTINUE}.
	 * @param timeout how long to wait at most; not negative
	 * @return whether this term accepts no more work
	 * @throws InterruptedException if the calling thread is interrupted, as at the end of
	 * the term with {@link OnLoss#INTERRUPT}
	 */
	default boolean awaitEnd(Duration timeout) throws InterruptedException {
		CountDownLatch end = new CountDownLatch(1);
		Registration registration = onLost(end::countDown);
		try {
			return end.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		finally {
			registration.remove();
		}
	}

	/**
	 * Runs an action once when this term ends: when a handover begins, or on loss. If the
	 * term is already over, the action runs soon.
	 * @param action the action; runs on a thread of this library that serves only this
	 * election, and an exception is logged
	 * @return a registration that removes the action
	 */
	Registration onLost(Runnable action);

	/**
	 * Reports that the work makes progress, for a task with a
	 * {@linkplain LeaderWorkOptions#maxSilence(Duration) longest silence}. The report
	 * counts for the task that received this object, whichever thread calls; other
	 * objects ignore it. Writing a checkpoint reports progress, too. Cheap enough to call
	 * for every record of a loop.
	 */
	default void progress() {
	}

	/**
	 * Returns the checkpoints that leaders of this election wrote for their successors,
	 * as last known to be written. Checkpoints outlast terms and restarts.
	 * @return the checkpoints by name, unmodifiable; empty if there are none
	 * @throws IllegalStateException if the store's record has checkpoints that are not
	 * understood; the message says how to remove them
	 */
	default Map<String, String> checkpoints() {
		return Map.of();
	}

	/**
	 * Writes a checkpoint for the next leader of this election. Waits until it is
	 * written: for one store call, or for the rest of a running one and another, which
	 * takes two operation timeouts at most. Only the leader of this term can write, so a
	 * former leader never overwrites what its successor wrote. Allowed until the term
	 * ends, even while a handover waits for this work; waits while the term is
	 * unconfirmed.
	 * <p>
	 * Names and values of an election together have at most {@value #MAX_CHECKPOINTS}
	 * characters. A confirmed checkpoint may be lost with a write that the store loses:
	 * see the page about guarantees.
	 * @param name the name of the checkpoint; not {@code *} or {@code partitions}, and
	 * without {@code tick:} or {@code bid:} at its beginning
	 * @param value the value, or {@code null} to remove the checkpoint
	 * @throws LeadershipLostException if this term is over, or ends meanwhile. The
	 * checkpoint may have been written nevertheless
	 * @throws CheckpointUnknownException if no answer came in time, or the thread was
	 * interrupted: the checkpoint may be written, now or later
	 * @throws IllegalArgumentException if the name is reserved, or there is no room for
	 * the checkpoint; nothing is sent
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 * @throws UnsupportedOperationException if the store keeps no checkpoints
	 */
	default void checkpoint(String name, @Nullable String value) {
		throw new UnsupportedOperationException("Election '" + election() + "' keeps no checkpoints");
	}

	/**
	 * Writes a checkpoint as {@link #checkpoint(String, String)} does, without waiting.
	 * @param name the name of the checkpoint
	 * @param value the value, or {@code null} to remove the checkpoint
	 * @return completed when the checkpoint is written, or exceptionally with a
	 * {@link LeadershipLostException} or {@link CheckpointUnknownException}, on a thread
	 * of this library. A listener or a callback of such a stage that waits for it gets an
	 * {@link IllegalStateException}
	 * @throws IllegalArgumentException if the name is reserved, or there is no room for
	 * the checkpoint; nothing is sent
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 * @throws UnsupportedOperationException if the store keeps no checkpoints
	 */
	default CompletionStage<Void> checkpointAsync(String name, @Nullable String value) {
		throw new UnsupportedOperationException("Election '" + election() + "' keeps no checkpoints");
	}

	/**
	 * Returns the term that guards the work on the calling thread.
	 * @return the term
	 * @throws IllegalStateException if the thread is not inside a guarded call
	 */
	static Leadership current() {
		return findCurrent().orElseThrow(() -> new IllegalStateException(
				"No leadership is bound to this thread. Often the guarded method was called from within its own object, "
						+ "where no annotation takes effect: call it on the bean from another one. Also pass the "
						+ "Leadership on to threads and reactive pipelines that guarded work starts"));
	}

	/**
	 * Returns the term that guards the work on the calling thread, if any.
	 * @return the term, or empty outside guarded work
	 */
	static Optional<Leadership> findCurrent() {
		return Optional.ofNullable(LeadershipContext.get());
	}

}
