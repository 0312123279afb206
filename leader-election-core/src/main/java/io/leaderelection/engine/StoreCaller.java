/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Calls the store for one kind of command, in batches, on a limited number of threads.
 * Commands that arrive while all threads are busy are sent with the next batch. A batch
 * that fails as a whole is split, so that one bad command affects only its own outcome.
 * An answer that cannot be passed back is lost, and its command times out.
 *
 * @param <C> the kind of command
 */
final class StoreCaller<C extends Command> {

	private final Class<C> kind;

	private final BiFunction<List<C>, Duration, ? extends List<? extends Outcome>> operation;

	private final WorkerPool pool;

	private final int lanes;

	private final Ticker ticker;

	private final OperationListeners listener;

	private final Answers answers;

	private final Queue<StoreCall> waiting = new ConcurrentLinkedQueue<>();

	/** Created once, so that sending commands allocates less. */
	private final Runnable lane = this::run;

	/** Guarded by waiting. */
	private int busy;

	StoreCaller(Class<C> kind, BiFunction<List<C>, Duration, ? extends List<? extends Outcome>> operation,
			WorkerPool pool, int lanes, Ticker ticker, OperationListeners listener, Answers answers) {
		this.kind = kind;
		this.operation = operation;
		this.pool = pool;
		this.lanes = lanes;
		this.ticker = ticker;
		this.listener = listener;
		this.answers = answers;
	}

	/**
	 * Adds a command, to be sent with others. Throws if there is not enough memory to add
	 * it.
	 */
	void add(StoreCall call) {
		synchronized (this.waiting) {
			this.waiting.add(call);
		}
	}

	/** Starts to send waiting commands, if a lane is free. */
	void begin() {
		synchronized (this.waiting) {
			if (this.busy == this.lanes || this.waiting.isEmpty()) {
				return;
			}
			this.busy++;
		}
		try {
			this.pool.execute(this.lane);
		}
		catch (Throwable ex) {
			// The pool has no thread for now
			free();
			refuse(this::takeAll, ex);
		}
	}

	/** Answers commands as unknown, if there is enough memory. */
	private void refuse(Supplier<List<StoreCall>> items, Throwable cause) {
		try {
			answer(items.get(), cause);
		}
		catch (Throwable ex) {
			// Waiting commands are sent later, the others time out
		}
	}

	private void free() {
		synchronized (this.waiting) {
			this.busy--;
		}
	}

	private List<StoreCall> takeAll() {
		synchronized (this.waiting) {
			List<StoreCall> all = List.copyOf(this.waiting);
			this.waiting.clear();
			return all;
		}
	}

	private void run() {
		boolean free = false;
		try {
			List<StoreCall> batch = take();
			while (!batch.isEmpty()) {
				send(batch);
				batch = take();
			}
			free = true;
		}
		finally {
			if (!free) {
				free();
			}
		}
	}

	private void send(List<StoreCall> batch) {
		try {
			callBatch(batch);
		}
		catch (Throwable ex) {
			// Ignored for commands that were answered before
			refuse(() -> batch, ex);
		}
	}

	/**
	 * Returns the next batch, with at most one command for each key. An empty batch frees
	 * the lane.
	 */
	private List<StoreCall> take() {
		synchronized (this.waiting) {
			List<StoreCall> batch = new ArrayList<>(Math.min(this.waiting.size(), LeaseStore.MAX_BATCH));
			Set<ElectionKey> keys = new HashSet<>();
			Iterator<StoreCall> items = this.waiting.iterator();
			while (items.hasNext() && batch.size() < LeaseStore.MAX_BATCH) {
				StoreCall item = items.next();
				if (timeLeft(item.send()) <= 0) {
					// Timed out before it was sent
					items.remove();
				}
				else if (keys.add(item.send().command().key())) {
					items.remove();
					batch.add(item);
				}
			}
			if (batch.isEmpty()) {
				this.busy--;
			}
			return batch;
		}
	}

	private void callBatch(List<StoreCall> batch) {
		// Enough calls to isolate one bad command, but few to a store that is unavailable
		Budget budget = new Budget(2 * (32 - Integer.numberOfLeadingZeros(batch.size())) + 1);
		callOrSplit(batch, budget);
	}

	private void callOrSplit(List<StoreCall> batch, Budget budget) {
		if (timeLeft(batch) <= 0 || !budget.spend()) {
			answer(batch, (budget.failure != null) ? budget.failure : noTime(batch));
			return;
		}
		String name = batch.get(0).send().command().operation();
		OperationListener.Call call = this.listener.begin(name, batch.size());
		long began = this.ticker.nanos();
		List<? extends Outcome> outcomes;
		try {
			// Computed again, because a listener may have been slow
			long timeout = timeLeft(batch);
			if (timeout <= 0) {
				throw noTime(batch);
			}
			outcomes = this.operation.apply(commands(batch), Duration.ofNanos(timeout));
			if (outcomes.size() != batch.size()) {
				throw new IllegalStateException(
						"The store answered " + outcomes.size() + " outcomes for " + batch.size() + " commands");
			}
		}
		catch (Throwable ex) {
			Duration took = Duration.ofNanos(this.ticker.nanos() - began);
			budget.failure = ex;
			try {
				answerOrSplit(batch, budget, ex);
			}
			finally {
				call.end(ex);
				this.listener.completed(name, "failure", took);
			}
			return;
		}
		Duration took = Duration.ofNanos(this.ticker.nanos() - began);
		try {
			// Before listeners, which may be slow: the loop waits for the answer
			this.answers.answered(batch, outcomes, null);
		}
		finally {
			call.end(null);
			this.listener.completed(name, "success", took);
		}
	}

	private void answerOrSplit(List<StoreCall> batch, Budget budget, Throwable failure) {
		if (batch.size() == 1) {
			answer(batch, failure);
			return;
		}
		int half = batch.size() / 2;
		callOrSplit(batch.subList(0, half), budget);
		callOrSplit(batch.subList(half, batch.size()), budget);
	}

	private long timeLeft(List<StoreCall> batch) {
		long timeout = 0;
		for (StoreCall item : batch) {
			timeout = Math.max(timeout, timeLeft(item.send()));
		}
		return timeout;
	}

	private static TimeoutException noTime(List<StoreCall> batch) {
		return new TimeoutException("No time was left to send " + batch.get(0).send().command().operation());
	}

	private List<C> commands(List<StoreCall> batch) {
		List<C> commands = new ArrayList<>(batch.size());
		for (StoreCall item : batch) {
			commands.add(this.kind.cast(item.send().command()));
		}
		return commands;
	}

	private void answer(List<StoreCall> batch, Throwable cause) {
		this.answers.answered(batch, Collections.nCopies(batch.size(), new Outcome.Unknown(cause)), cause);
	}

	private long timeLeft(Effect.Send<?> send) {
		return send.timeout() - (this.ticker.nanos() - send.sent().ticker());
	}

	/** Receives the outcomes of a call to the store. */
	@FunctionalInterface
	interface Answers {

		/**
		 * Called when a call to the store has ended.
		 * @param failure the failure of the call itself, if it failed
		 */
		void answered(List<StoreCall> batch, List<? extends Outcome> outcomes, @Nullable Throwable failure);

	}

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
