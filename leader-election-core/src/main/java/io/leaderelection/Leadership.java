/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One term of this candidate as leader. Safe to use from any thread. A term never comes
 * back: the next one is another object with a larger fencing token.
 */
public interface Leadership {

	/**
	 * The election that was won.
	 * @return the name of the election
	 */
	String election();

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
	 * @return whether this term still holds
	 */
	boolean isValid();

	/**
	 * Checks {@link #isValid()} and throws if it does not hold.
	 * @throws LeadershipLostException if this term is over
	 */
	void verify();

	/**
	 * Waits until this term takes on no more work: until a handover begins or the term is
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
