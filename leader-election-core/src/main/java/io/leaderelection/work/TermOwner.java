/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Leadership;
import io.leaderelection.StuckTask;
import io.leaderelection.TransitionCause;

/**
 * The election that a term belongs to, as the engine serves it. Methods may be called on
 * any thread and return at once.
 */
public interface TermOwner {

	/**
	 * The name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Whether work of a term may go on.
	 * @param token the fencing token of the term
	 * @return whether the term is still valid
	 */
	boolean isValid(long token);

	/**
	 * How long a term may still be relied on.
	 * @param token the fencing token of the term
	 * @return the remaining time, not negative
	 */
	Duration remaining(long token);

	/**
	 * Whether work of a term may begin.
	 * @param term the term
	 * @return whether this candidate leads in that term
	 */
	boolean leads(Leadership term);

	/**
	 * Runs something after the events that listeners were sent before.
	 * @param delivery what to run; may block
	 */
	void deliver(Runnable delivery);

	/**
	 * Runs something at once, on another thread.
	 * @param cancellation what to run; may block
	 */
	void cancel(Runnable cancellation);

	/**
	 * The last guarded call of a closed term has left, and listeners were notified.
	 * @param token the fencing token of the term
	 */
	void workEnded(long token);

	/**
	 * The monotonic clock.
	 * @return its nanoseconds
	 */
	long ticks();

	/**
	 * How long somebody may wait for a note: until a renewal that carries it was answered
	 * behind one that was sent before.
	 * @return two operation timeouts
	 */
	Duration noteTimeout();

	/**
	 * Whether the store keeps checkpoints.
	 * @return whether there is anything to be noted in
	 */
	boolean keepsCheckpoints();

	/**
	 * Writes the checkpoints of a term, in the place of all there are.
	 * {@link TermWork#noted} is called when they are written.
	 * @param token the fencing token of the term
	 * @param request numbers the requests of the term, rising
	 * @param values the checkpoints by name
	 */
	void note(long token, long request, Map<String, String> values);

	/**
	 * A stage for the application, which does not let threads of this library wait for
	 * it.
	 * @return the stage
	 */
	CompletableFuture<Void> openStage();

	/**
	 * Runs what may call code of the application, on another thread.
	 * @param completion what to run; may block
	 */
	void complete(Runnable completion);

	/**
	 * Runs something later, on the loop.
	 * @param delay how much later
	 * @param task returns at once
	 */
	void later(Duration delay, Runnable task);

	/**
	 * Hands leadership over.
	 * @return completed when the handover is done
	 */
	CompletionStage<Void> stepDown();

	/**
	 * Hands leadership over because of what became of a task.
	 * @param coolDown how long not to contend afterwards
	 * @param cause why, as reported to listeners
	 * @return completed when the handover is done
	 */
	CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause);

	/**
	 * Notifies listeners of a task that does not end.
	 * @param stuck the task
	 */
	void report(StuckTask stuck);

}
