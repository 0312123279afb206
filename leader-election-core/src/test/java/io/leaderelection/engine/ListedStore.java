/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * A store with its records in a map, by the rules of {@link TermRules}, which lists the
 * batches it received. For the core's own tests, because the testkit with its store in
 * memory depends on the core.
 */
class ListedStore implements LeaseStore {

	static final StoreTraits TRAITS = traits("listed", true);

	/** A store that keeps no checkpoints. */
	static final StoreTraits PLAIN = traits("plain", false);

	final List<String> calls = new CopyOnWriteArrayList<>();

	private final Map<ElectionKey, Row> rows = new HashMap<>();

	private final List<NotificationListener> listeners = new CopyOnWriteArrayList<>();

	private final WallClock clock;

	private volatile @Nullable Function<String, @Nullable RuntimeException> failure;

	private volatile @Nullable String poison;

	private volatile boolean losesAnswers;

	/** Whether a term excludes others until it is released, even after its lease. */
	volatile boolean holds;

	volatile boolean closed;

	ListedStore(WallClock clock) {
		this.clock = clock;
	}

	private static StoreTraits traits(String name, boolean checkpoints) {
		return new StoreTraits(name, StoreTraits.Clock.STORE, Duration.ofMillis(10), Duration.ofDays(1), false, false,
				true, checkpoints);
	}

	/** Makes calls fail for which the function returns an exception. */
	void failing(@Nullable Function<String, @Nullable RuntimeException> failure) {
		this.failure = failure;
	}

	/** Makes the calls of one operation fail. */
	void failOn(String operation) {
		failing((called) -> called.equals(operation) ? new IllegalStateException("down") : null);
	}

	/** Makes all calls fail, or none. */
	void down(boolean down) {
		failing(down ? (operation) -> new IllegalStateException("down") : null);
	}

	/** Makes acquires fail after they are applied. */
	void loseAnswers(boolean losesAnswers) {
		this.losesAnswers = losesAnswers;
	}

	/** Makes every batch fail that contains a command for an election. */
	void poison(@Nullable String election) {
		this.poison = election;
	}

	synchronized void delete(ElectionKey key) {
		this.rows.remove(key);
	}

	/** Returns whether there is a record. */
	synchronized boolean exists(ElectionKey key) {
		return this.rows.containsKey(key);
	}

	/** Returns the term on record. */
	synchronized StoredTerm term(ElectionKey key) {
		TermRecord record = this.rows.get(key).record();
		return new StoredTerm(key, record.nonce(), record.token());
	}

	/** Returns the metadata of the term on record. */
	synchronized Map<String, String> metadata(ElectionKey key) {
		return this.rows.get(key).record().metadata();
	}

	/** Returns the checkpoints. */
	synchronized Checkpoints checkpoints(ElectionKey key) {
		return this.rows.get(key).record().checkpoints();
	}

	synchronized void write(ElectionKey key, Checkpoints checkpoints) {
		this.rows.computeIfPresent(key, (same, row) -> new Row(row.record().with(checkpoints), row.writtenAt()));
	}

	/** Expires a term. */
	synchronized void expire(ElectionKey key) {
		this.rows.computeIfPresent(key, (same, row) -> new Row(row.record(), 0));
	}

	long count(String operation) {
		return this.calls.stream().filter((call) -> call.startsWith(operation)).count();
	}

	private void called(String operation, List<ElectionKey> keys) {
		this.calls.add(operation + " " + keys.size());
		fail(operation);
		String poison = this.poison;
		if (poison != null && keys.stream().anyMatch((key) -> key.election().equals(poison))) {
			throw new IllegalStateException("poisoned");
		}
	}

	private void fail(String operation) {
		Function<String, @Nullable RuntimeException> failure = this.failure;
		RuntimeException thrown = (failure != null) ? failure.apply(operation) : null;
		if (thrown != null) {
			throw thrown;
		}
	}

	private @Nullable TermRecord record(ElectionKey key) {
		Row row = this.rows.get(key);
		return (row != null) ? row.record() : null;
	}

	private Evidence evidence(ElectionKey key) {
		Row row = this.rows.get(key);
		if (row == null) {
			return Evidence.NOTHING;
		}
		Evidence evidence = Evidence.of(row.record(), Duration.ofMillis(this.clock.millis() - row.writtenAt()));
		return (this.holds && !row.record().released()) ? evidence.with(Evidence.Lock.TERM) : evidence;
	}

	private <O extends Outcome> O apply(ElectionKey key, Decision<O> decision) {
		if (decision instanceof Decision.Write<O> write) {
			this.rows.put(key, new Row(write.record(), this.clock.millis()));
			if (write.lock() == Decision.LockUse.END) {
				this.listeners.forEach((listener) -> listener.notified(key.election()));
			}
			return write.outcome();
		}
		return ((Decision.Answer<O>) decision).outcome();
	}

	@Override
	public synchronized List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		called("acquire", batch.stream().map(Acquire::key).toList());
		List<Outcome.OfAcquire> outcomes = batch.stream().map((command) -> {
			ElectionKey key = command.key();
			return apply(key,
					TermRules.acquire(command, command.duration(), this.clock.millis(), record(key), evidence(key)));
		}).toList();
		if (this.losesAnswers) {
			throw new IllegalStateException("the answer is lost");
		}
		return outcomes;
	}

	@Override
	public synchronized List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		called("renew", batch.stream().map(Renew::key).toList());
		return batch.stream()
			.map((command) -> apply(command.key(),
					TermRules.renew(command, record(command.key()), evidence(command.key()))))
			.toList();
	}

	@Override
	public synchronized List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		called("release", batch.stream().map(Release::key).toList());
		return batch.stream()
			.map((command) -> apply(command.key(),
					TermRules.release(command, record(command.key()), evidence(command.key()))))
			.toList();
	}

	@Override
	public synchronized List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		called("observe", batch);
		return batch.stream().map((key) -> TermRules.observe(record(key), evidence(key))).toList();
	}

	/** The open subscriptions, the oldest first. */
	List<NotificationListener> subscriptions() {
		return List.copyOf(this.listeners);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		fail("watch");
		this.listeners.add(listener);
		listener.live(true);
		return () -> this.listeners.remove(listener);
	}

	@Override
	public void close() {
		this.closed = true;
	}

	/** A record, and when it was written. */
	private record Row(TermRecord record, long writtenAt) {
	}

}
