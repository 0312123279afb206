/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Leadership;
import io.leaderelection.TransitionCause;

/**
 * The election of a term, as far as it decides about the work of the term. Methods may be
 * called on any thread and return at once.
 */
public interface TermOwner {

	/**
	 * Returns what all terms of the election have in common.
	 * @return always the same object
	 */
	TermHome home();

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
	 * Called when the last guarded call of a closed term has ended, and listeners were
	 * notified.
	 * @param token the fencing token of the term
	 */
	void workEnded(long token);

	/**
	 * Replaces all checkpoints of the record. {@link Term#noted} is called when they are
	 * written.
	 * @param token the fencing token of the term
	 * @param request the rising number of the request in its term
	 * @param values the checkpoints by name
	 */
	void note(long token, long request, Map<String, String> values);

	/**
	 * Hands over leadership because of a task.
	 * @param coolDown how long this candidate does not contend afterwards
	 * @param cause the cause reported to listeners
	 * @return completed when the handover is done
	 */
	CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause);

}
