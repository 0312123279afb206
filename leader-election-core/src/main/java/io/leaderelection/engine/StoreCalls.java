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
 * The commands of all elections on their way to the store: sent in batches by kind, and
 * answered on the loop. Touched by the loop alone, but for what says otherwise.
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

	/** Made once, so that sending needs no memory for it. */
	private final Runnable flush = this::flush;

	private volatile @Nullable Instant lastContact;

	/** Whether what waits is about to be sent. */
	private boolean flushing;

	private long answeredAt;

	/**
	 * Begins with nothing to send.
	 * @param io where the store is called
	 * @param operations hears of each call
	 * @param elections returns how many elections there are
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

	/** When the store last answered, as any thread may ask. */
	@Nullable Instant lastContact() {
		return this.lastContact;
	}

	/** Asks for a record in the background, whatever the answer is. On any thread. */
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

	/** Takes a command in, or throws for want of memory. */
	void send(Contender contender, Effect.Send<?> send) {
		caller(send.command()).add(new StoreCall(contender, send));
		if (!this.flushing) {
			// Behind what is in line already, so that it travels in the same batch
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

	/** Has what waits sent. */
	void flush() {
		this.flushing = false;
		this.renews.begin();
		this.releases.begin();
		this.acquires.begin();
		this.observes.begin();
	}

	/**
	 * A command was given up.
	 * @return whether this failure concerns the store rather than one election, and was
	 * logged as such
	 */
	boolean timedOut(Effect.Send<?> send, Throwable cause, Moment now) {
		this.operations.completed(send.command().operation(), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return failed(send, cause);
	}

	/**
	 * Logs a failure of the store, once for all elections.
	 * @return whether it is one: if the store has answered another command after this one
	 * was sent, it is the failure of one election
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
			this.failures.succeeded();
		}
		for (int i = 0; i < batch.size(); i++) {
			StoreCall call = batch.get(i);
			try {
				boolean ofStore = failure != null && failed(call.send(), failure);
				call.contender().answered(call.send(), outcomes.get(i), ofStore);
			}
			catch (Throwable ex) {
				logger.error("An answer of the store could not be heard. It is given up at its timeout", ex);
			}
		}
	}

}
