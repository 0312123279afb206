/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.InMemoryLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory store in which a test decides who may acquire the record of an election:
 * the application, or a simulated other instance. It can also stop answering.
 */
final class ObedientLeaseStore implements LeaseStore {

	private static final Duration OTHERS_LEASE = Duration.ofDays(365);

	/** The timeout of commands. The in-memory store never waits. */
	private static final Duration NO_TIME = Duration.ZERO;

	private final WallClock clock;

	private final InMemoryLeaseStoreFactory memory;

	private final InMemoryLeaseStore store;

	private final Map<ElectionKey, Order> orders = new HashMap<>();

	/** The commands with which the other instance would release its terms. */
	private final Map<ElectionKey, Release> others = new HashMap<>();

	/** The elections for which the application's last command requested no term. */
	private final Set<ElectionKey> abstaining = new HashSet<>();

	private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();

	private Predicate<String> open = (election) -> false;

	ObedientLeaseStore(WallClock clock) {
		this.clock = clock;
		this.memory = new InMemoryLeaseStoreFactory(clock);
		this.store = this.memory.open();
	}

	/**
	 * Sets the default answer for elections, and removes the answers of single elections.
	 * @param open returns whether the application may acquire an election
	 */
	synchronized void reset(Predicate<String> open) {
		this.open = open;
		this.orders.clear();
	}

	/** Lets the application acquire the record. The other instance releases it. */
	void open(ElectionKey key) {
		order(key, Order.OPEN);
		synchronized (this) {
			Release other = this.others.remove(key);
			if (other != null) {
				this.store.release(List.of(other), NO_TIME);
			}
		}
		notifyListeners(key);
	}

	/** Gives the record to the other instance, whoever owns it. */
	void occupy(ElectionKey key) {
		order(key, Order.OCCUPIED);
		synchronized (this) {
			occupyNow(key);
		}
		notifyListeners(key);
	}

	/** Stops answering commands for the election. */
	void silence(ElectionKey key) {
		order(key, Order.SILENT);
	}

	/**
	 * Returns whether the application requests no terms, as in a cool-down. Known once
	 * the application has received the latest state.
	 */
	synchronized boolean isAbstaining(ElectionKey key) {
		return this.abstaining.contains(key);
	}

	/** Returns the checkpoints that leaders have written. */
	synchronized Map<String, String> checkpoints(ElectionKey key) {
		return observed(key).values();
	}

	/** Writes a checkpoint as a leader would, or removes it. */
	synchronized void note(ElectionKey key, String name, @Nullable String value) {
		Checkpoints present = observed(key);
		Map<String, String> values = new HashMap<>(present.values());
		if (value != null) {
			values.put(name, value);
		}
		else {
			values.remove(name);
		}
		this.memory.writeCheckpoints(key, Checkpoints.of(present.version() + 1, values));
	}

	/** Removes all checkpoints. */
	synchronized void forgetCheckpoints(ElectionKey key) {
		this.memory.writeCheckpoints(key, Checkpoints.NONE);
	}

	private Checkpoints observed(ElectionKey key) {
		Outcome.OfObserve found = this.store.observe(List.of(key), NO_TIME).get(0);
		if (found instanceof Outcome.Leased held) {
			return held.checkpoints();
		}
		return (found instanceof Outcome.Free free) ? free.checkpoints() : Checkpoints.NONE;
	}

	private synchronized void order(ElectionKey key, Order order) {
		this.orders.put(key, order);
	}

	private void occupyNow(ElectionKey key) {
		Release other = this.others.get(key);
		if (other != null && renewed(new Renew(key, other.nonce(), other.token()))) {
			return;
		}
		Outcome.OfObserve found = this.store.observe(List.of(key), NO_TIME).get(0);
		if (found instanceof Outcome.Leased held) {
			this.memory.deleteRecord(key);
			take(key, ABSENT, held.token());
			this.memory.writeCheckpoints(key, held.checkpoints());
		}
		else if (found instanceof Outcome.Free free) {
			take(key, free.token(), free.token());
		}
	}

	private void take(ElectionKey key, long seenToken, long tokenFloor) {
		Acquire acquire = new Acquire(key, LeaderElectionTestSupport.OTHER_INSTANCE, Nonce.random(), OTHERS_LEASE,
				seenToken, tokenFloor, Instant.ofEpochMilli(this.clock.millis()), Map.of());
		Outcome.Granted granted = (Outcome.Granted) this.store.acquire(List.of(acquire), NO_TIME).get(0);
		this.others.put(key, new Release(key, acquire.nonce(), granted.token()));
	}

	private boolean renewed(Renew renew) {
		return this.store.renew(List.of(renew), NO_TIME).get(0) instanceof Outcome.Granted;
	}

	private void notifyListeners(ElectionKey key) {
		this.listeners.forEach((listener) -> listener.notified(key.election()));
	}

	@Override
	public synchronized List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		batch.forEach((command) -> this.abstaining.remove(command.key()));
		return each(batch, Acquire::key, Outcome.Unknown::new,
				(command) -> this.store.acquire(List.of(command), timeout).get(0));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, Renew::key, Outcome.Unknown::new,
				(command) -> this.store.renew(List.of(command), timeout).get(0));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, Release::key, Outcome.Unknown::new,
				(command) -> this.store.release(List.of(command), timeout).get(0));
	}

	@Override
	public synchronized List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		this.abstaining.addAll(batch);
		return each(batch, Function.identity(), Outcome.Unknown::new,
				(key) -> this.store.observe(List.of(key), timeout).get(0));
	}

	private synchronized <C, O extends Outcome> List<O> each(List<C> batch, Function<C, ElectionKey> key,
			Function<Throwable, ? extends O> unknown, Function<C, O> call) {
		return batch.stream().map((command) -> answer(key.apply(command), unknown, () -> call.apply(command))).toList();
	}

	private <O extends Outcome> O answer(ElectionKey key, Function<Throwable, ? extends O> unknown, Supplier<O> call) {
		// Bids and work that runs once are not elections: their records are always open
		boolean unnamed = key.election().indexOf('/') >= 0;
		Order byDefault = (unnamed || this.open.test(key.election())) ? Order.OPEN : Order.OCCUPIED;
		return switch (this.orders.getOrDefault(key, byDefault)) {
			case OPEN -> call.get();
			case OCCUPIED -> {
				occupyNow(key);
				yield call.get();
			}
			case SILENT -> unknown.apply(new TimeoutException("The test keeps the store from answering"));
		};
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		this.listeners.add(listener);
		Watch watch = this.store.watch(namespace, listener);
		return () -> {
			this.listeners.remove(listener);
			watch.close();
		};
	}

	@Override
	public void close() {
		this.store.close();
	}

	/** The answer that the test chose for an election. */
	private enum Order {

		OPEN, OCCUPIED, SILENT

	}

}
