/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * A store with its records in a map, which lists the batches it received. For the core's
 * own tests, because the testkit with its store in memory depends on the core.
 */
final class ListedStore implements LeaseStore {

	static final StoreTraits TRAITS = new StoreTraits("listed", StoreTraits.Clock.STORE, Duration.ofMillis(10),
			Duration.ofDays(1), false, false, true, true);

	final List<String> calls = new CopyOnWriteArrayList<>();

	private final Map<ElectionKey, Record> records = new HashMap<>();

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

	/** Makes calls fail for which the function returns an exception. */
	void failing(@Nullable Function<String, @Nullable RuntimeException> failure) {
		this.failure = failure;
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
		this.records.remove(key);
	}

	/** Returns the term on record. */
	synchronized StoredTerm term(ElectionKey key) {
		Record record = this.records.get(key);
		return new StoredTerm(key, record.nonce, record.token);
	}

	/** Returns the checkpoints. */
	synchronized Checkpoints checkpoints(ElectionKey key) {
		return this.records.get(key).checkpoints;
	}

	synchronized void write(ElectionKey key, Checkpoints checkpoints) {
		this.records.get(key).checkpoints = checkpoints;
	}

	/** Expires a term. */
	synchronized void expire(ElectionKey key) {
		Record record = this.records.get(key);
		if (record != null) {
			record.expiresAt = 0;
		}
	}

	long count(String operation) {
		return this.calls.stream().filter((call) -> call.startsWith(operation)).count();
	}

	private void called(String operation, List<ElectionKey> keys) {
		this.calls.add(operation + " " + keys.size());
		Function<String, @Nullable RuntimeException> failure = this.failure;
		RuntimeException thrown = (failure != null) ? failure.apply(operation) : null;
		if (thrown != null) {
			throw thrown;
		}
		String poison = this.poison;
		if (poison != null && keys.stream().anyMatch((key) -> key.election().equals(poison))) {
			throw new IllegalStateException("poisoned");
		}
	}

	@Override
	public synchronized List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		called("acquire", batch.stream().map(Acquire::key).toList());
		List<Outcome.OfAcquire> outcomes = new ArrayList<>();
		batch.forEach((command) -> outcomes.add(acquire(command)));
		if (this.losesAnswers) {
			throw new IllegalStateException("the answer is lost");
		}
		return outcomes;
	}

	private Outcome.OfAcquire acquire(Acquire command) {
		long now = this.clock.millis();
		Record record = this.records.get(command.key());
		if (record != null && record.nonce.equals(command.nonce())) {
			return record.live(now) ? record.extend(now) : new Outcome.Lost();
		}
		if (record != null && keepsOthersOut(record, now)) {
			return record.held(now);
		}
		long token = (record != null) ? record.token : ABSENT;
		if (token != command.seenToken()) {
			return new Outcome.Free(token, record != null && record.released);
		}
		Record granted = new Record(command, Math.max(Math.max(token, command.tokenFloor()) + 1, now),
				(record != null) ? record.checkpoints : Checkpoints.NONE);
		this.records.put(command.key(), granted);
		return granted.extend(now);
	}

	private boolean keepsOthersOut(Record record, long now) {
		return record.live(now) || (this.holds && !record.released);
	}

	@Override
	public synchronized List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		called("renew", batch.stream().map(Renew::key).toList());
		long now = this.clock.millis();
		List<Outcome.OfRenew> outcomes = new ArrayList<>();
		for (Renew command : batch) {
			Record record = this.records.get(command.key());
			boolean own = record != null && record.nonce.equals(command.nonce()) && record.token == command.token();
			outcomes.add((own && record.live(now)) ? record.renew(command, now) : new Outcome.Lost());
		}
		return outcomes;
	}

	@Override
	public synchronized List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		called("release", batch.stream().map(Release::key).toList());
		List<Outcome.OfRelease> outcomes = new ArrayList<>();
		for (Release command : batch) {
			Record record = this.records.get(command.key());
			boolean own = record != null && record.nonce.equals(command.nonce()) && record.token == command.token();
			if (own) {
				record.released = true;
				this.listeners.forEach((listener) -> listener.notified(command.key().election()));
			}
			outcomes.add(own ? new Outcome.Released() : new Outcome.Lost());
		}
		return outcomes;
	}

	@Override
	public synchronized List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		called("observe", batch);
		long now = this.clock.millis();
		List<Outcome.OfObserve> outcomes = new ArrayList<>();
		for (ElectionKey key : batch) {
			Record record = this.records.get(key);
			if (record == null) {
				outcomes.add(new Outcome.Free(ABSENT, false));
			}
			else {
				outcomes.add(keepsOthersOut(record, now) ? record.observed(now)
						: new Outcome.Free(record.token, record.released, record.checkpoints));
			}
		}
		return outcomes;
	}

	/** The open subscriptions, the oldest first. */
	List<NotificationListener> subscriptions() {
		return List.copyOf(this.listeners);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		Function<String, @Nullable RuntimeException> failure = this.failure;
		RuntimeException thrown = (failure != null) ? failure.apply("watch") : null;
		if (thrown != null) {
			throw thrown;
		}
		this.listeners.add(listener);
		listener.live(true);
		return () -> this.listeners.remove(listener);
	}

	@Override
	public void close() {
		this.closed = true;
	}

	private static final class Record {

		private final Nonce nonce;

		private final String candidate;

		private final Instant at;

		private final long lease;

		private final Map<String, String> metadata;

		private final long token;

		private long expiresAt;

		private boolean released;

		private Checkpoints checkpoints;

		Record(Acquire command, long token, Checkpoints checkpoints) {
			this.nonce = command.nonce();
			this.candidate = command.candidate();
			this.at = command.at();
			this.lease = command.duration().toMillis();
			this.metadata = command.metadata();
			this.token = token;
			this.checkpoints = checkpoints;
		}

		boolean live(long now) {
			return !this.released && now < this.expiresAt;
		}

		Outcome.Granted extend(long now) {
			this.expiresAt = now + this.lease;
			return new Outcome.Granted(this.token, Duration.ofMillis(this.lease), Duration.ZERO, this.checkpoints);
		}

		Outcome.Granted renew(Renew command, long now) {
			Checkpoints carried = command.checkpoints();
			if (carried != null && carried.version() > this.checkpoints.version()) {
				this.checkpoints = carried;
			}
			Outcome.Granted granted = extend(now);
			return new Outcome.Granted(granted.token(), granted.duration(), granted.notBefore(),
					this.checkpoints.versionAlone());
		}

		Outcome.Leased observed(long now) {
			Outcome.Leased held = held(now);
			return new Outcome.Leased(held.candidate(), held.since(), held.token(), held.remaining(), held.notBefore(),
					held.metadata(), this.checkpoints);
		}

		Outcome.Leased held(long now) {
			return new Outcome.Leased(this.candidate, this.at, this.token,
					Duration.ofMillis(Math.max(0, this.expiresAt - now)), Duration.ZERO, this.metadata);
		}

	}

}
