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
	 * The most characters that names and values of an election's checkpoints have
	 * together.
	 */
	int MAX_CHECKPOINTS = 2048;

	/**
	 * The election that was won.
	 * @return the name of the election
	 */
	String election();

	/**
	 * The partition that was won.
	 * @return the number of the partition, from 0; empty if the election is not one of
	 * the partitions of another
	 */
	default OptionalInt partition() {
		Partition partition = Partition.parse(election());
		return (partition != null) ? OptionalInt.of(partition.number()) : OptionalInt.empty();
	}

	/**
	 * A number that strictly rises from term to term, whichever candidate wins. Hand it
	 * to every resource that must not be written by a former leader, and let the resource
	 * refuse a smaller one than it has seen. The value is opaque apart from its order.
	 * @return the fencing token of this term
	 */
	long fencingToken();

	/**
	 * How long this term may still be relied on if nothing more is heard from the store,
	 * by this process's own clocks.
	 * @return the remaining time; zero if {@link #isValid()} is {@code false}
	 */
	Duration remaining();

	/**
	 * Whether work of this term may go on. Stays {@code true} while a voluntary handover
	 * waits for running work, when {@link LeaderElection#isLeader()} is already
	 * {@code false}; turns {@code false} at the end of the lease or on its loss.
	 * @return whether this term is still valid
	 */
	boolean isValid();

	/**
	 * Checks {@link #isValid()} and throws if it does not hold.
	 * @throws LeadershipLostException if this term is over
	 */
	void verify();

	/**
	 * Waits until this term accepts no more work: until a handover begins or the term is
	 * lost. To be used where work would sleep between two rounds.
	 * <p>
	 * The end may be seen here before the thread is interrupted because of it, or the
	 * interrupt may come first: work that is interrupted must expect either. An interrupt
	 * that is still to come reaches the work in whatever it does next, as long as it has
	 * not returned, and never what the thread does afterwards. So what must be done after
	 * the end, such as to save what was reached, should not be lost by an interrupt; work
	 * that wants none asks for {@link OnLoss#CONTINUE}.
	 * @param timeout how long to wait at most; not negative
	 * @return whether the end has come
	 * @throws InterruptedException if the calling thread is interrupted, as it is at the
	 * end of a term if the work asked for it
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
	 * Runs an action once when this term ends: when a handover begins, or on loss. If it
	 * is over already the action runs soon.
	 * @param action runs on a thread of this library that serves this election alone;
	 * what it throws is logged
	 * @return removes the action again
	 */
	Registration onLost(Runnable action);

	/**
	 * Reports that the work goes on, for a task with a
	 * {@linkplain LeaderWorkOptions#maxSilence(Duration) longest silence}. Counts for the
	 * task that was given this object, whichever thread reports; without effect
	 * elsewhere. Writing a checkpoint reports progress, too. Cheap enough for every
	 * record of a loop.
	 */
	default void progress() {
	}

	/**
	 * Returns what leaders of this election noted for their successors, up to the last
	 * note that is known to be written. Notes stay with the election over terms and
	 * restarts.
	 * @return the checkpoints by name, unmodifiable; empty if nothing was noted
	 * @throws IllegalStateException if the store's record has checkpoints that are not
	 * understood; the message says how to remove them
	 */
	default Map<String, String> checkpoints() {
		return Map.of();
	}

	/**
	 * Notes how far the work is, for the next leader of this election. Waits until the
	 * note is written: a store call, or the rest of one and another, which takes two
	 * operation timeouts at most. Nobody but the leader in this term can write, so a
	 * former leader never overwrites what its successor noted. Allowed until the term
	 * ends, also while a handover waits for this work; waits while the term is
	 * unconfirmed.
	 * <p>
	 * Names and values of an election together have at most {@value #MAX_CHECKPOINTS}
	 * characters. A confirmed note may be lost with what the store loses: see the page
	 * about guarantees.
	 * @param name the name of the note; not {@code *} or {@code partitions}, and without
	 * {@code tick:} or {@code bid:} at its beginning
	 * @param value what to note, or {@code null} to remove the note
	 * @throws LeadershipLostException if this term is over, or ends meanwhile. The note
	 * may have been written nevertheless
	 * @throws CheckpointUnknownException if no answer came in time, or the thread was
	 * interrupted: the note may be written, also later
	 * @throws IllegalArgumentException if the name is reserved, or there is no room for
	 * the note; nothing is sent
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 * @throws UnsupportedOperationException if the store keeps no checkpoints
	 */
	default void checkpoint(String name, @Nullable String value) {
		throw new UnsupportedOperationException("Election '" + election() + "' keeps no checkpoints");
	}

	/**
	 * As {@link #checkpoint(String, String)} without waiting.
	 * @param name the name of the note
	 * @param value what to note, or {@code null} to remove the note
	 * @return completed when the note is written, or exceptionally with a
	 * {@link LeadershipLostException} or {@link CheckpointUnknownException}, on a thread
	 * of this library. A listener, or what is attached to such a stage, that waits for it
	 * gets an {@link IllegalStateException}
	 * @throws IllegalArgumentException if the name is reserved, or there is no room for
	 * the note; nothing is sent
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 * @throws UnsupportedOperationException if the store keeps no checkpoints
	 */
	default CompletionStage<Void> checkpointAsync(String name, @Nullable String value) {
		throw new UnsupportedOperationException("Election '" + election() + "' keeps no checkpoints");
	}

	/**
	 * The term that guards the work on the calling thread.
	 * @return the term
	 * @throws IllegalStateException if the thread is not inside a guarded call
	 */
	static Leadership current() {
		return findCurrent().orElseThrow(() -> new IllegalStateException(
				"No leadership is bound to this thread: call this from inside guarded work, and pass the Leadership on "
						+ "to threads and reactive pipelines that the work starts"));
	}

	/**
	 * The term that guards the work on the calling thread, if any.
	 * @return the term, or empty outside guarded work
	 */
	static Optional<Leadership> findCurrent() {
		return Optional.ofNullable(LeadershipContext.get());
	}

}
