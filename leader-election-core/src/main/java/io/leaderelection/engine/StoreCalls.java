/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;

import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.Deliveries;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.delivery.SharedFailures;
import io.leaderelection.delivery.StoreContact;
import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.WorkLoop;
import org.jspecify.annotations.Nullable;

/**
 * The commands of all elections to the store: sent in batches by kind on a limited number
 * of threads, and answered on the loop. Commands that arrive while all threads of their
 * kind are busy are sent with the next batch. A batch that fails as a whole is split, so
 * that one bad command affects only its own outcome. A command whose answer is lost times
 * out. Used only by the loop, unless stated otherwise.
 */
final class StoreCalls {

	private final LeaseStore store;

	private final String storeName;

	private final TimeSystem time;

	private final WorkLoop loop;

	private final Executor io;

	private final AsyncLog log;

	private final OperationListeners listeners;

	private final StoreContact contact;

	private final SharedFailures shared;

	/** By the class of their commands, in the order in which they are sent. */
	private final Map<Class<? extends Command>, Kind> kinds = new LinkedHashMap<>();

	/** Whether waiting commands are about to be sent. */
	private boolean flushing;

	/**
	 * Creates an object without commands.
	 * @param io the threads that call the store
	 * @param elections returns the number of elections, for the log
	 */
	StoreCalls(EngineSettings settings, WorkLoop loop, Executor io, Deliveries deliveries, IntSupplier elections) {
		this.store = settings.store();
		this.storeName = settings.traits().name();
		this.time = loop.time();
		this.loop = loop;
		this.io = io;
		this.log = deliveries.log();
		this.listeners = new OperationListeners(settings.backend().listeners(), this.log);
		String what = "Store '" + this.storeName + "'";
		this.contact = new StoreContact(deliveries.newLog(what), elections, this.time.ticker().nanos());
		this.shared = new SharedFailures(deliveries.newLog(what), this.time.ticker());
		add(Renew.class, this.store::renew, 2);
		add(Release.class, this.store::release, 1);
		add(Acquire.class, this.store::acquire, 1);
		add(Observe.class, (batch, timeout) -> this.store.observe(batch.stream().map(Observe::key).toList(), timeout),
				1);
	}

	private <C extends Command> void add(Class<C> type,
			BiFunction<List<C>, Duration, ? extends List<? extends Outcome>> operation, int threads) {
		this.kinds.put(type, new Kind((batch, timeout) -> {
			List<C> commands = new ArrayList<>(batch.size());
			batch.forEach((call) -> commands.add(type.cast(call.send.command())));
			return operation.apply(commands, timeout);
		}, threads));
	}

	/** When the store last answered. On any thread. */
	@Nullable Instant lastContact() {
		return this.contact.last();
	}

	/**
	 * Returns whether commands have failed and none was answered for some time.
	 * @param nanos the time
	 */
	boolean isSilentFor(long nanos) {
		return this.contact.isSilentFor(nanos, this.time.ticker().nanos());
	}

	/** Reads a record in the background, and ignores the answer. On any thread. */
	void connect(ElectionKey key, Duration timeout) {
		this.io.execute(() -> {
			Throwable thrown = ForeignCode.call((store) -> store.observe(List.of(key), timeout), this.store);
			if (thrown != null) {
				this.log.debug("Store '{}' did not answer before it was needed", this.storeName, thrown);
			}
		});
	}

	void send(Sender sender, Effect.Send<?> send) {
		Command command = send.command();
		Kind kind = this.kinds.get(command.getClass());
		if (kind == null) {
			throw new IllegalArgumentException("There is no call to the store for " + command);
		}
		kind.waiting.add(new Call(sender, send));
		if (!this.flushing) {
			// After the tasks that wait already, so that their commands are in the same
			// batch
			this.flushing = true;
			this.loop.soon(this::flush);
		}
	}

	/** Starts to send waiting commands. */
	void flush() {
		this.flushing = false;
		this.kinds.values().forEach(Kind::begin);
	}

	/**
	 * Records the timeout of a command.
	 * @return whether this is a failure of the store rather than of one election, and was
	 * logged as such
	 */
	boolean timedOut(Effect.Send<?> send, Throwable cause, Moment now) {
		this.listeners.completed(send.command().operation(), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return this.contact.failed(cause, send.command(), send.sent());
	}

	private void answered(List<Call> batch, List<? extends Outcome> outcomes, boolean thrown) {
		if (StoreContact.failureOf(outcomes) == null) {
			this.contact.answered(batch.get(0).send.command(), this.time.now());
			this.shared.answered(batch.get(0).send.command());
		}
		for (int i = 0; i < batch.size(); i++) {
			Effect.Send<?> send = batch.get(i).send;
			Outcome outcome = outcomes.get(i);
			// Other failures may concern this command alone
			boolean ofStore = this.shared.log(send.command(), outcome) || (outcome instanceof Outcome.Unknown unknown
					&& (thrown || ElectionLog.isNoAnswer(unknown.cause()))
					&& this.contact.failed(unknown.cause(), send.command(), send.sent()));
			batch.get(i).sender.answered(send, outcome, ofStore);
		}
	}

	private long timeLeft(Effect.Send<?> send) {
		return send.timeout() - (this.time.ticker().nanos() - send.sent().ticker());
	}

	/** Receives the answer to a command. Called on the loop. */
	interface Sender {

		/**
		 * Processes an answer, which may come after the command has timed out.
		 * @param ofStore whether a failure was already logged as one of the store
		 */
		void answered(Effect.Send<?> send, Outcome outcome, boolean ofStore);

	}

	/** A command on its way to the store, and its sender. */
	private record Call(Sender sender, Effect.Send<?> send) {
	}

	/** Commands of one kind. Sends them on its own threads. */
	private final class Kind {

		private final BiFunction<List<Call>, Duration, List<? extends Outcome>> operation;

		private final int threads;

		private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();

		/** Guarded by waiting. */
		private int busy;

		Kind(BiFunction<List<Call>, Duration, List<? extends Outcome>> operation, int threads) {
			this.operation = operation;
			this.threads = threads;
		}

		/** Starts to send waiting commands, if a thread is free. */
		void begin() {
			synchronized (this.waiting) {
				if (this.busy == this.threads || this.waiting.isEmpty()) {
					return;
				}
				this.busy++;
			}
			Runnable run = this::run;
			Throwable refused = ForeignCode.call(StoreCalls.this.io::execute, run);
			if (refused != null) {
				// No thread is available. The next look tries again
				free();
				StoreCalls.this.contact.notSent(refused);
			}
		}

		private void free() {
			synchronized (this.waiting) {
				this.busy--;
			}
		}

		private void run() {
			boolean ended = false;
			try {
				for (List<Call> batch = take(); !batch.isEmpty(); batch = take()) {
					// Enough calls to isolate one bad command, but few to a store that is
					// unavailable
					call(batch, new Budget(2 * (32 - Integer.numberOfLeadingZeros(batch.size())) + 1));
				}
				ended = true;
			}
			finally {
				if (!ended) {
					free();
				}
			}
		}

		/**
		 * Returns the next batch, with at most one command for each key. An empty batch
		 * frees the thread.
		 */
		private List<Call> take() {
			synchronized (this.waiting) {
				// Commands that have timed out are not sent any more
				this.waiting.removeIf((call) -> StoreCalls.this.timeLeft(call.send) <= 0);
				if (this.waiting.isEmpty()) {
					this.busy--;
					return List.of();
				}
				Map<ElectionKey, Call> batch = new LinkedHashMap<>();
				for (Iterator<Call> calls = this.waiting.iterator(); calls.hasNext()
						&& batch.size() < LeaseStore.MAX_BATCH;) {
					Call call = calls.next();
					if (batch.putIfAbsent(call.send.command().key(), call) == null) {
						calls.remove();
					}
				}
				return List.copyOf(batch.values());
			}
		}

		private void call(List<Call> batch, Budget budget) {
			if (timeLeft(batch).isZero() || !budget.spend()) {
				Throwable cause = (budget.failure != null) ? budget.failure : noTime(batch);
				answer(batch, Collections.nCopies(batch.size(), new Outcome.Unknown(cause)), true);
				return;
			}
			String name = batch.get(0).send.command().operation();
			OperationListener.Call call = StoreCalls.this.listeners.begin(name, batch.size());
			long began = StoreCalls.this.time.ticker().nanos();
			// Computed again, because a listener may have been slow
			Duration timeout = timeLeft(batch);
			List<Outcome> outcomes = new ArrayList<>();
			Throwable failure = timeout.isZero() ? noTime(batch)
					: ForeignCode.call((commands) -> outcomes.addAll(outcomes(commands, timeout)), batch);
			Duration took = Duration.ofNanos(StoreCalls.this.time.ticker().nanos() - began);
			Throwable unanswered = (failure != null) ? failure : StoreContact.failureOf(outcomes);
			try {
				// Before listeners, which may be slow: the loop waits for the answer
				if (failure == null) {
					answer(batch, outcomes, false);
				}
				else {
					budget.failure = failure;
					split(batch, budget, failure);
				}
			}
			finally {
				call.end(unanswered);
				StoreCalls.this.listeners.completed(name, (unanswered != null) ? "failure" : "success", took);
			}
		}

		/** Returns the longest time that a command of a batch has left. */
		private Duration timeLeft(List<Call> batch) {
			long longest = 0;
			for (Call call : batch) {
				longest = Math.max(longest, StoreCalls.this.timeLeft(call.send));
			}
			return Duration.ofNanos(longest);
		}

		private List<? extends Outcome> outcomes(List<Call> batch, Duration timeout) {
			List<? extends Outcome> outcomes = this.operation.apply(batch, timeout);
			if (outcomes.size() != batch.size()) {
				throw new IllegalStateException(
						"The store answered " + outcomes.size() + " outcomes for " + batch.size() + " commands");
			}
			return outcomes;
		}

		private void split(List<Call> batch, Budget budget, Throwable failure) {
			if (batch.size() == 1) {
				answer(batch, List.of(new Outcome.Unknown(failure)), true);
				return;
			}
			int half = batch.size() / 2;
			call(batch.subList(0, half), budget);
			call(batch.subList(half, batch.size()), budget);
		}

		private void answer(List<Call> batch, List<? extends Outcome> outcomes, boolean thrown) {
			StoreCalls.this.loop.soon(() -> answered(batch, outcomes, thrown));
		}

		private static TimeoutException noTime(List<Call> batch) {
			return new TimeoutException("No time was left to send " + batch.get(0).send.command().operation());
		}

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
