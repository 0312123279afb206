/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
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
public final class StoreCalls {

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
	 * @param target the store
	 * @param loop receives the answers
	 * @param io the threads that call the store
	 * @param deliveries writes the log
	 * @param elections returns the number of elections, for the log
	 */
	public StoreCalls(Target target, WorkLoop loop, Executor io, Deliveries deliveries, IntSupplier elections) {
		this.store = target.store();
		this.storeName = target.name();
		this.time = loop.time();
		this.loop = loop;
		this.io = io;
		this.log = deliveries.log();
		this.listeners = new OperationListeners(target.listeners(), this.log);
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
		this.kinds.put(type, new Kind(new BatchCalls((batch, timeout) -> {
			List<C> commands = new ArrayList<>(batch.size());
			batch.forEach((sent) -> commands.add(type.cast(sent.send().command())));
			return operation.apply(commands, timeout);
		}, this.listeners, this.time.ticker(), this::answer), threads));
	}

	/**
	 * Returns when the store last answered. On any thread.
	 * @return the time, or {@code null} if it has not answered yet
	 */
	public @Nullable Instant lastContact() {
		return this.contact.last();
	}

	/**
	 * Returns whether commands have failed and none was answered for some time.
	 * @param nanos the time
	 * @return whether the store is silent
	 */
	public boolean isSilentFor(long nanos) {
		return this.contact.isSilentFor(nanos, this.time.ticker().nanos());
	}

	/**
	 * Reads a record in the background, and ignores the answer. On any thread.
	 * @param key the key of the record
	 * @param timeout the timeout of the call
	 */
	public void connect(ElectionKey key, Duration timeout) {
		this.io.execute(() -> {
			Throwable thrown = ForeignCode.call((store) -> store.observe(List.of(key), timeout), this.store);
			if (thrown != null) {
				this.log.debug("Store '{}' did not answer before it was needed", this.storeName, thrown);
			}
		});
	}

	/**
	 * Sends a command with the next batch.
	 * @param sender receives the answer
	 * @param send the command
	 */
	public void send(CommandSender sender, Effect.Send<?> send) {
		Command command = send.command();
		Kind kind = this.kinds.get(command.getClass());
		if (kind == null) {
			throw new IllegalArgumentException("There is no call to the store for " + command);
		}
		kind.waiting.add(new SentCommand(sender, send));
		if (!this.flushing) {
			// After the tasks that wait already, so that their commands are in the same
			// batch
			this.flushing = true;
			this.loop.soon(this::flush);
		}
	}

	/**
	 * Starts to send waiting commands.
	 */
	public void flush() {
		this.flushing = false;
		this.kinds.values().forEach(Kind::begin);
	}

	/**
	 * Records the timeout of a command.
	 * @param send the command
	 * @param cause the failure to log
	 * @param now both clocks
	 * @return whether this is a failure of the store rather than of one election, and was
	 * logged as such
	 */
	public boolean timedOut(Effect.Send<?> send, Throwable cause, Moment now) {
		this.listeners.completed(send.command().operation(), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return this.contact.failed(cause, send.command(), send.sent());
	}

	private void answer(List<SentCommand> batch, List<? extends Outcome> outcomes, boolean thrown) {
		this.loop.soon(() -> answered(batch, outcomes, thrown));
	}

	private void answered(List<SentCommand> batch, List<? extends Outcome> outcomes, boolean thrown) {
		if (StoreContact.failureOf(outcomes) == null) {
			this.contact.answered(batch.get(0).send().command(), this.time.now());
			this.shared.answered(batch.get(0).send().command());
		}
		for (int i = 0; i < batch.size(); i++) {
			Effect.Send<?> send = batch.get(i).send();
			Outcome outcome = outcomes.get(i);
			// Other failures may concern this command alone
			boolean ofStore = this.shared.log(send.command(), outcome) || (outcome instanceof Outcome.Unknown unknown
					&& (thrown || ElectionLog.isNoAnswer(unknown.cause()))
					&& this.contact.failed(unknown.cause(), send.command(), send.sent()));
			batch.get(i).sender().answered(send, outcome, ofStore);
		}
	}

	/**
	 * The store that is called.
	 *
	 * @param store the store
	 * @param name its name, for the log
	 * @param listeners the listeners of calls
	 */
	public record Target(LeaseStore store, String name, List<OperationListener> listeners) {
	}

	/** Commands of one kind. Sends them on its own threads. */
	private final class Kind {

		private final BatchCalls calls;

		private final int threads;

		private final Queue<SentCommand> waiting = new ConcurrentLinkedQueue<>();

		/** Guarded by waiting. */
		private int busy;

		Kind(BatchCalls calls, int threads) {
			this.calls = calls;
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
				for (List<SentCommand> batch = take(); !batch.isEmpty(); batch = take()) {
					this.calls.call(batch);
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
		private List<SentCommand> take() {
			synchronized (this.waiting) {
				// Commands that have timed out are not sent any more
				this.waiting.removeIf((sent) -> sent.timeLeft(StoreCalls.this.time.ticker().nanos()) <= 0);
				if (this.waiting.isEmpty()) {
					this.busy--;
					return List.of();
				}
				Map<ElectionKey, SentCommand> batch = new LinkedHashMap<>();
				for (Iterator<SentCommand> commands = this.waiting.iterator(); commands.hasNext()
						&& batch.size() < LeaseStore.MAX_BATCH;) {
					SentCommand sent = commands.next();
					if (batch.putIfAbsent(sent.send().command().key(), sent) == null) {
						commands.remove();
					}
				}
				return List.copyOf(batch.values());
			}
		}

	}

}
