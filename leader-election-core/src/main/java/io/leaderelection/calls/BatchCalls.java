/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.delivery.StoreContact;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Calls the store with batches of one kind, on the calling thread. A batch that fails as
 * a whole is split, so that one bad command affects only its own outcome.
 */
final class BatchCalls {

	private final BiFunction<List<SentCommand>, Duration, List<? extends Outcome>> operation;

	private final OperationListeners listeners;

	private final Ticker ticker;

	private final Answers answers;

	/**
	 * Creates an object that calls an operation of the store.
	 * @param operation calls the store with a batch and its timeout
	 * @param answers receives the answers
	 */
	BatchCalls(BiFunction<List<SentCommand>, Duration, List<? extends Outcome>> operation, OperationListeners listeners,
			Ticker ticker, Answers answers) {
		this.operation = operation;
		this.listeners = listeners;
		this.ticker = ticker;
		this.answers = answers;
	}

	/** Calls the store with a batch, which is not empty. Each command is answered. */
	void call(List<SentCommand> batch) {
		// Enough calls to isolate one bad command, but few to a store that is unavailable
		call(batch, new Budget(2 * (32 - Integer.numberOfLeadingZeros(batch.size())) + 1));
	}

	private void call(List<SentCommand> batch, Budget budget) {
		if (timeLeft(batch).isZero() || !budget.spend()) {
			Throwable cause = (budget.failure != null) ? budget.failure : noTime(batch);
			this.answers.answer(batch, Collections.nCopies(batch.size(), new Outcome.Unknown(cause)), true);
			return;
		}
		String name = batch.get(0).send().command().operation();
		OperationListener.Call call = this.listeners.begin(name, batch.size());
		long began = this.ticker.nanos();
		// Computed again, because a listener may have been slow
		Duration timeout = timeLeft(batch);
		List<Outcome> outcomes = new ArrayList<>();
		Throwable failure = timeout.isZero() ? noTime(batch)
				: ForeignCode.call((commands) -> outcomes.addAll(outcomes(commands, timeout)), batch);
		Duration took = Duration.ofNanos(this.ticker.nanos() - began);
		Throwable unanswered = (failure != null) ? failure : StoreContact.failureOf(outcomes);
		try {
			// Before listeners, which may be slow: the loop waits for the answer
			if (failure == null) {
				this.answers.answer(batch, outcomes, false);
			}
			else {
				budget.failure = failure;
				split(batch, budget, failure);
			}
		}
		finally {
			call.end(unanswered);
			this.listeners.completed(name, (unanswered != null) ? "failure" : "success", took);
		}
	}

	/** Returns the longest time that a command of a batch has left. */
	private Duration timeLeft(List<SentCommand> batch) {
		long longest = 0;
		for (SentCommand command : batch) {
			longest = Math.max(longest, command.timeLeft(this.ticker.nanos()));
		}
		return Duration.ofNanos(longest);
	}

	private List<? extends Outcome> outcomes(List<SentCommand> batch, Duration timeout) {
		List<? extends Outcome> outcomes = this.operation.apply(batch, timeout);
		if (outcomes.size() != batch.size()) {
			throw new IllegalStateException(
					"The store answered " + outcomes.size() + " outcomes for " + batch.size() + " commands");
		}
		return outcomes;
	}

	private void split(List<SentCommand> batch, Budget budget, Throwable failure) {
		if (batch.size() == 1) {
			this.answers.answer(batch, List.of(new Outcome.Unknown(failure)), true);
			return;
		}
		int half = batch.size() / 2;
		call(batch.subList(0, half), budget);
		call(batch.subList(half, batch.size()), budget);
	}

	private static TimeoutException noTime(List<SentCommand> batch) {
		return new TimeoutException("No time was left to send " + batch.get(0).send().command().operation());
	}

	/** Receives the answers to commands, on the thread that called the store. */
	@FunctionalInterface
	interface Answers {

		/**
		 * Passes answers on.
		 * @param thrown whether the call failed as a whole
		 */
		void answer(List<SentCommand> batch, List<? extends Outcome> outcomes, boolean thrown);

	}

	/** How many calls a batch may still make, and the last failure. */
	private static final class Budget {

		private int calls;

		private @Nullable Throwable failure;

		Budget(int calls) {
			this.calls = calls;
		}

		boolean spend() {
			return this.calls-- > 0;
		}

	}

}
