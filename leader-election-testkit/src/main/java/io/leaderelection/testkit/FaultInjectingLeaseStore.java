/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * A wrapper of a store that injects the faults that a test requests. Faults are queued
 * for each operation and used in order, one for each call; a call without a fault is
 * passed to the store. Safe to use from any thread.
 */
public final class FaultInjectingLeaseStore implements LeaseStore {

	private final LeaseStore store;

	private final Map<StoreOperation, Queue<StoreFault>> faults = new ConcurrentHashMap<>();

	private final Map<StoreOperation, List<Supplier<List<? extends Outcome>>>> sent = new ConcurrentHashMap<>();

	private final Map<ElectionKey, RuntimeException> poison = new ConcurrentHashMap<>();

	private final Set<NotificationListener> listeners = ConcurrentHashMap.newKeySet();

	private volatile boolean notifications = true;

	/**
	 * Wraps a store.
	 * @param store the real store; closed with this one
	 */
	public FaultInjectingLeaseStore(LeaseStore store) {
		this.store = store;
	}

	/**
	 * Queues faults for the next calls of an operation.
	 * @param operation the operation
	 * @param next the faults of the next calls, in this order
	 */
	public void inject(StoreOperation operation, StoreFault... next) {
		faults(operation).addAll(List.of(next));
	}

	/**
	 * Fails every call whose batch contains the election, before any command is applied,
	 * until {@link #heal(ElectionKey)}.
	 * @param key the election
	 * @param failure the exception of the call
	 */
	public void poison(ElectionKey key, RuntimeException failure) {
		this.poison.put(key, failure);
	}

	/**
	 * Ends the failures of {@link #poison}.
	 * @param key the election
	 */
	public void heal(ElectionKey key) {
		this.poison.remove(key);
	}

	/**
	 * Returns the number of calls of an operation, including failed ones, but without
	 * replays.
	 * @param operation the operation
	 * @return the number of calls
	 */
	public int calls(StoreOperation operation) {
		return sent(operation).size();
	}

	/**
	 * Sends the batch of a former call to the real store again, like a network that
	 * delivers a message twice. No fault is injected.
	 * @param operation the operation
	 * @param call the index of the call, from 0
	 * @return the answer of the store, which no candidate receives
	 */
	public List<? extends Outcome> replay(StoreOperation operation, int call) {
		return sent(operation).get(call).get();
	}

	/**
	 * Loses all notifications from now on. Subscriptions still appear to be live.
	 */
	public void loseNotifications() {
		this.notifications = false;
	}

	/**
	 * Delivers notifications again.
	 */
	public void deliverNotifications() {
		this.notifications = true;
	}

	/**
	 * Ends every subscription, and loses all notifications from now on.
	 */
	public void endWatch() {
		loseNotifications();
		this.listeners.forEach((listener) -> listener.live(false));
	}

	/**
	 * Confirms every subscription, and delivers notifications again.
	 */
	public void confirmWatch() {
		deliverNotifications();
		this.listeners.forEach((listener) -> listener.live(true));
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return call(StoreOperation.ACQUIRE, batch, Acquire::key, (commands) -> this.store.acquire(commands, timeout));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return call(StoreOperation.RENEW, batch, Renew::key, (commands) -> this.store.renew(commands, timeout));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return call(StoreOperation.RELEASE, batch, Release::key, (commands) -> this.store.release(commands, timeout));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return call(StoreOperation.OBSERVE, batch, Function.identity(),
				(commands) -> this.store.observe(commands, timeout));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		Watch watch = this.store.watch(namespace, new NotificationListener() {

			@Override
			public void notified(String election) {
				if (FaultInjectingLeaseStore.this.notifications) {
					listener.notified(election);
				}
			}

			@Override
			public void live(boolean live) {
				listener.live(live);
			}

			@Override
			public void disconnected() {
				listener.disconnected();
			}

		});
		this.listeners.add(listener);
		return () -> {
			this.listeners.remove(listener);
			watch.close();
		};
	}

	@Override
	public void close() {
		this.store.close();
	}

	private Queue<StoreFault> faults(StoreOperation operation) {
		return this.faults.computeIfAbsent(operation, (key) -> new ConcurrentLinkedQueue<>());
	}

	private List<Supplier<List<? extends Outcome>>> sent(StoreOperation operation) {
		return this.sent.computeIfAbsent(operation, (key) -> new CopyOnWriteArrayList<>());
	}

	private <C, O extends Outcome> List<O> call(StoreOperation operation, List<C> batch, Function<C, ElectionKey> key,
			Function<List<C>, List<O>> call) {
		List<C> commands = List.copyOf(batch);
		Supplier<List<O>> bound = () -> call.apply(commands);
		sent(operation).add(bound::get);
		for (C command : commands) {
			RuntimeException failure = this.poison.get(key.apply(command));
			if (failure != null) {
				throw failure;
			}
		}
		StoreFault fault = faults(operation).poll();
		return (fault != null) ? fault.inject(bound) : bound.get();
	}

}
