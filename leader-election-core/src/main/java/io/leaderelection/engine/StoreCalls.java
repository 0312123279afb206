/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;

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
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.WorkLoop;
import org.jspecify.annotations.Nullable;

/**
 * The commands of all elections to the store: sent in batches by kind, and answered on
 * the loop. Used only by the loop, unless stated otherwise.
 */
final class StoreCalls {

	private static final SafeLogger logger = new SafeLogger(StoreCalls.class);

	private final LeaseStore store;

	private final String storeName;

	private final TimeSystem time;

	private final WorkLoop loop;

	private final WorkerPool io;

	private final OperationListeners operations;

	private final IntSupplier elections;

	private final FailureLog failures;

	private final StoreCaller<Renew> renews;

	private final StoreCaller<Release> releases;

	private final StoreCaller<Acquire> acquires;

	private final StoreCaller<Observe> observes;

	/** Created once, so that sending a command allocates less. */
	private final Runnable flush = this::flush;

	private volatile @Nullable Instant lastContact;

	/** Whether waiting commands are about to be sent. */
	private boolean flushing;

	private long answeredAt;

	/**
	 * Creates an object without commands.
	 * @param io the threads that call the store
	 * @param operations called for each store call
	 * @param elections returns the number of elections
	 */
	StoreCalls(LeaseStore store, String storeName, WorkLoop loop, WorkerPool io, OperationListeners operations,
			IntSupplier elections) {
		this.store = store;
		this.storeName = storeName;
		this.time = loop.time();
		this.loop = loop;
		this.io = io;
		this.operations = operations;
		this.elections = elections;
		this.failures = new FailureLog("Store '" + storeName + "'");
		this.renews = caller(Renew.class, store::renew, 2);
		this.releases = caller(Release.class, store::release, 1);
		this.acquires = caller(Acquire.class, store::acquire, 1);
		this.observes = caller(Observe.class, (batch, timeout) -> store.observe(keys(batch), timeout), 1);
		this.answeredAt = this.time.ticker().nanos();
	}

	private <C extends Command> StoreCaller<C> caller(Class<C> kind,
			BiFunction<List<C>, Duration, ? extends List<? extends Outcome>> operation, int lanes) {
		return new StoreCaller<>(kind, operation, this.io, lanes, this.time.ticker(), this.operations,
				(batch, outcomes, failure) -> this.loop.execute(() -> answered(batch, outcomes, failure)));
	}

	private static List<ElectionKey> keys(List<Observe> batch) {
		return batch.stream().map(Observe::key).toList();
	}

	/** When the store last answered. On any thread. */
	@Nullable Instant lastContact() {
		return this.lastContact;
	}

	/** Reads a record in the background, and ignores the answer. On any thread. */
	void connect(ElectionKey key, Duration timeout) {
		this.io.execute(() -> {
			try {
				this.store.observe(List.of(key), timeout);
			}
			catch (Throwable ex) {
				logger.debug("Store '{}' did not answer before it was needed", this.storeName, ex);
			}
		});
	}

	/** Adds a command. Throws if there is not enough memory to add it. */
	void send(Contender contender, Effect.Send<?> send) {
		caller(send.command()).add(new StoreCall(contender, send));
		if (!this.flushing) {
			// After the tasks that wait already, so that their commands are in the same
			// batch
			this.flushing = true;
			this.loop.executeSoon(this.flush);
		}
	}

	private StoreCaller<?> caller(Command command) {
		if (command instanceof Renew) {
			return this.renews;
		}
		if (command instanceof Release) {
			return this.releases;
		}
		return (command instanceof Acquire) ? this.acquires : this.observes;
	}

	/** Starts to send waiting commands. */
	void flush() {
		this.flushing = false;
		this.renews.begin();
		this.releases.begin();
		this.acquires.begin();
		this.observes.begin();
	}

	/**
	 * Records the timeout of a command.
	 * @return whether this is a failure of the store rather than of one election, and was
	 * logged as such
	 */
	boolean timedOut(Effect.Send<?> send, Throwable cause, Moment now) {
		this.operations.completed(send.command().operation(), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return failed(send, cause);
	}

	/**
	 * Logs a failure of the store, once for all elections.
	 * @return whether it is a failure of the store: if the store has answered another
	 * command after this one was sent, it is the failure of one election
	 */
	private boolean failed(Effect.Send<?> send, Throwable cause) {
		boolean ofStore = this.answeredAt - send.sent().ticker() <= 0;
		if (ofStore) {
			this.failures.failed(cause, this.elections.getAsInt());
		}
		return ofStore;
	}

	private void answered(List<StoreCall> batch, List<? extends Outcome> outcomes, @Nullable Throwable failure) {
		if (failure == null) {
			this.answeredAt = this.time.ticker().nanos();
			this.lastContact = Instant.ofEpochMilli(this.time.wallClock().millis());
			this.failures.succeeded(batch.get(0).send().command());
		}
		for (int i = 0; i < batch.size(); i++) {
			StoreCall call = batch.get(i);
			try {
				boolean ofStore = failure != null && failed(call.send(), failure);
				call.contender().answered(call.send(), outcomes.get(i), ofStore);
			}
			catch (Throwable ex) {
				logger.error("An answer of the store could not be processed. Its command times out", ex);
			}
		}
	}

}
