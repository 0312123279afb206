/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Calls the store for one kind of command, in batches, on a bounded number of threads.
 * What comes in while all of them are busy travels in the next batch. A batch that fails
 * as a whole is split, so that one bad item spoils only its own outcome. An answer that
 * cannot be handed back is lost; whoever waits for it gives it up at its timeout.
 *
 * @param <S> the command as the state machine sends it
 * @param <C> the command as the store takes it
 * @param <O> what may become of it
 */
final class StoreCaller<S extends Effect.Send, C, O extends Outcome> {

	private final Operation<S, C, O> operation;

	private final WorkerPool pool;

	private final int lanes;

	private final Ticker ticker;

	private final OperationListener listener;

	private final Consumer<Answered> answers;

	private final Queue<Item<S>> waiting = new ConcurrentLinkedQueue<>();

	/** Made once, so that sending what waits needs no memory. */
	private final Runnable lane = this::run;

	/** Guarded by what waits. */
	private int busy;

	StoreCaller(Operation<S, C, O> operation, WorkerPool pool, int lanes, Ticker ticker, OperationListener listener,
			Consumer<Answered> answers) {
		this.operation = operation;
		this.pool = pool;
		this.lanes = lanes;
		this.ticker = ticker;
		this.listener = listener;
		this.answers = answers;
	}

	/** Takes commands in, or throws for want of memory. */
	void call(List<Item<S>> items) {
		synchronized (this.waiting) {
			this.waiting.addAll(items);
		}
		begin();
	}

	/** Has what waits sent, if a lane is free. */
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
			// No thread is to be had, for now
			free();
			refuse(this::takeAll, ex);
		}
	}

	/** Answers commands as unknown, if there is the memory for it. */
	private void refuse(Supplier<List<Item<S>>> items, Throwable cause) {
		try {
			answer(items.get(), cause);
		}
		catch (Throwable ex) {
			// What still waits is sent later, the rest is given up at its timeout
		}
	}

	private void free() {
		synchronized (this.waiting) {
			this.busy--;
		}
	}

	private List<Item<S>> takeAll() {
		synchronized (this.waiting) {
			List<Item<S>> all = List.copyOf(this.waiting);
			this.waiting.clear();
			return all;
		}
	}

	private void run() {
		boolean free = false;
		try {
			List<Item<S>> batch = take();
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

	private void send(List<Item<S>> batch) {
		try {
			callBatch(batch);
		}
		catch (Throwable ex) {
			// What was answered before is not awaited any more
			refuse(() -> batch, ex);
		}
	}

	/** The next batch, with one command for a key at most; none frees the lane. */
	private List<Item<S>> take() {
		synchronized (this.waiting) {
			List<Item<S>> batch = new ArrayList<>(Math.min(this.waiting.size(), LeaseStore.MAX_BATCH));
			Set<ElectionKey> keys = new HashSet<>();
			Iterator<Item<S>> items = this.waiting.iterator();
			while (items.hasNext() && batch.size() < LeaseStore.MAX_BATCH) {
				Item<S> item = items.next();
				if (timeLeft(item.send()) <= 0) {
					// Given up before it was sent
					items.remove();
				}
				else if (keys.add(this.operation.key(item.send()))) {
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

	private void callBatch(List<Item<S>> batch) {
		// One bad item can be isolated; a store that is down is not asked a thousand
		// times
		Budget budget = new Budget(2 * (32 - Integer.numberOfLeadingZeros(batch.size())) + 1);
		callOrSplit(batch, budget);
	}

	private void callOrSplit(List<Item<S>> batch, Budget budget) {
		long timeout = 0;
		for (Item<S> item : batch) {
			timeout = Math.max(timeout, timeLeft(item.send()));
		}
		if (timeout <= 0 || !budget.spend()) {
			Throwable cause = (budget.failure != null) ? budget.failure
					: new TimeoutException("No time was left to send " + this.operation.name());
			answer(batch, cause);
			return;
		}
		long began = this.ticker.nanos();
		List<O> outcomes;
		try {
			outcomes = this.operation.call(commands(batch), Duration.ofNanos(timeout));
			if (outcomes.size() != batch.size()) {
				throw new IllegalStateException(
						"The store answered " + outcomes.size() + " outcomes for " + batch.size() + " commands");
			}
		}
		catch (Throwable ex) {
			completed("failure", began);
			budget.failure = ex;
			if (batch.size() == 1) {
				answer(batch, ex);
				return;
			}
			int half = batch.size() / 2;
			callOrSplit(batch.subList(0, half), budget);
			callOrSplit(batch.subList(half, batch.size()), budget);
			return;
		}
		completed("success", began);
		List<Answer> answers = new ArrayList<>(batch.size());
		for (int i = 0; i < batch.size(); i++) {
			answers.add(new Answer(batch.get(i).participant(), batch.get(i).send(), outcomes.get(i)));
		}
		this.answers.accept(new Answered(answers, null));
	}

	private List<C> commands(List<Item<S>> batch) {
		List<C> commands = new ArrayList<>(batch.size());
		for (Item<S> item : batch) {
			commands.add(this.operation.command(item.send()));
		}
		return commands;
	}

	private void answer(List<Item<S>> batch, Throwable cause) {
		List<Answer> answers = new ArrayList<>(batch.size());
		for (Item<S> item : batch) {
			answers.add(new Answer(item.participant(), item.send(), new Outcome.Unknown(cause)));
		}
		this.answers.accept(new Answered(answers, cause));
	}

	private void completed(String outcome, long began) {
		this.listener.completed(this.operation.name(), outcome, Duration.ofNanos(this.ticker.nanos() - began));
	}

	private long timeLeft(Effect.Send send) {
		return send.timeout() - (this.ticker.nanos() - send.sent().ticker());
	}

	/** A command and who sent it. */
	record Item<S extends Effect.Send>(Participant participant, S send) {

	}

	/** What became of a command. */
	record Answer(Participant participant, Effect.Send send, Outcome outcome) {

	}

	/** What became of a call to the store; the failure is that of the call itself. */
	record Answered(List<Answer> answers, @Nullable Throwable failure) {

	}

	/** How a kind of command is sent. */
	interface Operation<S extends Effect.Send, C, O extends Outcome> {

		String name();

		ElectionKey key(S send);

		C command(S send);

		List<O> call(List<C> commands, Duration timeout);

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
