/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * The store of the application, in memory. A test decides who may acquire the record of
 * an election: the application, or a simulated other instance. The store can also stop
 * answering.
 */
final class TestedStore {

	private static final Duration OTHERS_LEASE = Duration.ofDays(365);

	private final WallClock clock;

	private final InMemoryLeaseStoreFactory memory;

	private final Map<ElectionKey, Order> orders = new ConcurrentHashMap<>();

	/** The elections for which the application's last command requested no term. */
	private final Set<ElectionKey> abstaining = ConcurrentHashMap.newKeySet();

	private volatile Predicate<String> open = (election) -> false;

	TestedStore(WallClock clock) {
		this.clock = clock;
		this.memory = new InMemoryLeaseStoreFactory(clock);
		this.memory.failCommands(this::obey);
	}

	/** Opens the store for the application. */
	LeaseStore open() {
		return this.memory.open();
	}

	/**
	 * Sets the default answer for elections, and removes the answers of single elections.
	 * @param open returns whether the application may acquire an election
	 */
	void reset(Predicate<String> open) {
		this.open = open;
		this.orders.clear();
	}

	/** Lets the application acquire the record. The other instance releases it. */
	void open(ElectionKey key) {
		this.orders.put(key, Order.OPEN);
		this.memory.writeRecord(key,
				(record) -> (record != null && isOthers(record)) ? record.asReleased(Duration.ZERO) : null);
		this.memory.notifyListeners(key);
	}

	/** Gives the record to the other instance, whoever owns it. */
	void occupy(ElectionKey key) {
		this.orders.put(key, Order.OCCUPIED);
		this.memory.writeRecord(key, this::others);
		this.memory.notifyListeners(key);
	}

	/** Stops answering commands for the election. */
	void silence(ElectionKey key) {
		this.orders.put(key, Order.SILENT);
	}

	/**
	 * Returns whether the application requests no terms, as in a cool-down. Known once
	 * the application has received the latest state.
	 */
	boolean isAbstaining(ElectionKey key) {
		return this.abstaining.contains(key);
	}

	/** Returns the checkpoints that leaders have written. */
	Map<String, String> checkpoints(ElectionKey key) {
		return checkpoints(this.memory.record(key)).values();
	}

	/** Writes a checkpoint as a leader would, or removes it. */
	void note(ElectionKey key, String name, @Nullable String value) {
		Checkpoints present = checkpoints(this.memory.record(key));
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
	void forgetCheckpoints(ElectionKey key) {
		this.memory.writeCheckpoints(key, Checkpoints.NONE);
	}

	private static Checkpoints checkpoints(@Nullable TermRecord record) {
		return (record != null) ? record.checkpoints() : Checkpoints.NONE;
	}

	private static boolean isOthers(TermRecord record) {
		return !record.released() && record.candidate().equals(LeaderElectionTestSupport.OTHER_INSTANCE);
	}

	/** Returns the record after the other instance has renewed or acquired it. */
	private TermRecord others(@Nullable TermRecord record) {
		if (record != null && isOthers(record)) {
			return record.touched(Duration.ZERO);
		}
		long now = this.clock.millis();
		long token = (record != null) ? Math.max(record.token() + 1, now) : now;
		return new TermRecord(token, Nonce.random(), LeaderElectionTestSupport.OTHER_INSTANCE,
				Instant.ofEpochMilli(now), OTHERS_LEASE, Duration.ZERO, 0, false, Map.of(), checkpoints(record));
	}

	private @Nullable Throwable obey(Command command) {
		ElectionKey key = command.key();
		if (command instanceof Acquire) {
			this.abstaining.remove(key);
		}
		else if (command instanceof Observe) {
			this.abstaining.add(key);
		}
		// Bids and work that runs once are not elections: their records are always open
		boolean unnamed = key.election().indexOf('/') >= 0;
		Order byDefault = (unnamed || this.open.test(key.election())) ? Order.OPEN : Order.OCCUPIED;
		return switch (this.orders.getOrDefault(key, byDefault)) {
			case OPEN -> null;
			case OCCUPIED -> {
				this.memory.writeRecord(key, this::others);
				yield null;
			}
			case SILENT -> new TimeoutException("The test keeps the store from answering");
		};
	}

	/** The answer that the test chose for an election. */
	private enum Order {

		OPEN, OCCUPIED, SILENT

	}

}
