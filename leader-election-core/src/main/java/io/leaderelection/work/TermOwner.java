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
import io.leaderelection.delivery.AsyncLog;

/**
 * The election of a term, for the work of the term. Methods may be called on any thread
 * and return at once.
 */
public interface TermOwner {

	/**
	 * Returns the name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Returns the log, which is written on another thread.
	 * @return the log
	 */
	AsyncLog log();

	/**
	 * Returns whether work of a term may continue.
	 * @param token the fencing token of the term
	 * @return whether the term is still valid
	 */
	boolean isValid(long token);

	/**
	 * Returns how long a term lasts without another answer of the store.
	 * @param token the fencing token of the term
	 * @return the remaining time, not negative
	 */
	Duration remaining(long token);

	/**
	 * Returns whether work of a term may begin.
	 * @param term the term
	 * @return whether this candidate leads in that term
	 */
	boolean leads(Leadership term);

	/**
	 * Runs a delivery after the earlier events of listeners.
	 * @param delivery what to run; may block
	 */
	void deliver(Runnable delivery);

	/**
	 * Runs a cancellation at once, on another thread.
	 * @param cancellation what to run; may block
	 */
	void cancel(Runnable cancellation);

	/**
	 * Called when the last guarded call of a closed term has ended, and listeners were
	 * notified.
	 * @param token the fencing token of the term
	 */
	void workEnded(long token);

	/**
	 * Reads the monotonic clock.
	 * @return nanoseconds
	 */
	long ticks();

	/**
	 * Returns how long to wait for a checkpoint: until a running renewal and the next
	 * one, which carries it, are answered.
	 * @return two operation timeouts
	 */
	Duration noteTimeout();

	/**
	 * Returns whether the store has checkpoints.
	 * @return whether it has
	 */
	boolean keepsCheckpoints();

	/**
	 * Replaces all checkpoints of the record. {@link Term#noted} is called when they are
	 * written.
	 * @param token the fencing token of the term
	 * @param request the rising number of the request in its term
	 * @param values the checkpoints by name
	 */
	void note(long token, long request, Map<String, String> values);

	/**
	 * Opens a stage for the application that threads of this library cannot wait for.
	 * @return the stage
	 */
	CompletableFuture<Void> openStage();

	/**
	 * Runs a completion that may call code of the application, on another thread.
	 * @param completion what to run; may block
	 */
	void complete(Runnable completion);

	/**
	 * Runs a task on the loop after a delay.
	 * @param delay the delay
	 * @param task the task, which must return at once
	 */
	void later(Duration delay, Runnable task);

	/**
	 * Returns how long a candidate usually does not contend after it stepped down.
	 * @return the cool-down
	 */
	Duration coolDown();

	/**
	 * Hands over leadership because of a task.
	 * @param coolDown how long this candidate does not contend afterwards
	 * @param cause the cause reported to listeners
	 * @return completed when the handover is done
	 */
	CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause);

	/**
	 * Notifies listeners of a task that does not end.
	 * @param stuck the task
	 */
	void report(StuckTask stuck);

}
