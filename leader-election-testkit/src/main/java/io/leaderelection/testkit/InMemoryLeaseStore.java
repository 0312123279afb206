/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * The contract of {@link LeaseStore} in its shortest form, and the first thing to read
 * before writing another store. Records live in the {@link InMemoryLeaseStoreFactory}
 * that opened it, shared by all stores it opens; its clock decides expiry. Nothing
 * blocks.
 */
public final class InMemoryLeaseStore implements LeaseStore {

	private final InMemoryLeaseStoreFactory memory;

	private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

	InMemoryLeaseStore(InMemoryLeaseStoreFactory memory) {
		this.memory = memory;
	}

	/**
	 * A store with records of its own.
	 * @param clock decides expiry
	 */
	public InMemoryLeaseStore(WallClock clock) {
		this(new InMemoryLeaseStoreFactory(clock));
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, Acquire::key, Outcome.Unknown::new, this::acquire);
	}

	private Outcome.OfAcquire acquire(Acquire command, @Nullable InMemoryRecord record) {
		long now = this.memory.now();
		if (record != null && record.nonce().equals(command.nonce())) {
			return record.isLive(now) ? extend(command.key(), record, now) : new Outcome.Lost();
		}
		if (record != null && record.isLive(now)) {
			return record.held(now);
		}
		long token = (record != null) ? record.token() : ABSENT;
		if (token != command.seenToken()) {
			return new Outcome.Free(token, record != null && record.released());
		}
		long newToken = Math.max(Math.max(token, command.tokenFloor()) + 1, now);
		long notBefore = (record != null) ? record.notBefore() : 0;
		InMemoryRecord granted = InMemoryRecord.of(command, newToken, notBefore, now);
		this.memory.write(command.key(), granted);
		return granted.granted(now);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, Renew::key, Outcome.Unknown::new, this::renew);
	}

	private Outcome.OfRenew renew(Renew command, @Nullable InMemoryRecord record) {
		long now = this.memory.now();
		if (record == null || !record.isTerm(command.nonce(), command.token()) || !record.isLive(now)) {
			return new Outcome.Lost();
		}
		return extend(command.key(), record, now);
	}

	private Outcome.Granted extend(ElectionKey key, InMemoryRecord record, long now) {
		InMemoryRecord extended = record.extendedFrom(now);
		this.memory.write(key, extended);
		return extended.granted(now);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		List<Outcome.OfRelease> outcomes = each(batch, Release::key, Outcome.Unknown::new, this::release);
		for (int i = 0; i < batch.size(); i++) {
			if (outcomes.get(i) instanceof Outcome.Released) {
				this.memory.hint(batch.get(i).key());
			}
		}
		return outcomes;
	}

	private Outcome.OfRelease release(Release command, @Nullable InMemoryRecord record) {
		if (record == null || !record.isTerm(command.nonce(), command.token())) {
			return new Outcome.Lost();
		}
		this.memory.write(command.key(), record.asReleased());
		return new Outcome.Released();
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch, Function.identity(), Outcome.Unknown::new, this::observe);
	}

	private Outcome.OfObserve observe(ElectionKey key, @Nullable InMemoryRecord record) {
		long now = this.memory.now();
		if (record == null) {
			return new Outcome.Free(ABSENT, false);
		}
		return record.isLive(now) ? record.held(now) : new Outcome.Free(record.token(), record.released());
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		Watch watch = this.memory.watch(namespace, listener);
		this.watches.add(watch);
		return () -> {
			this.watches.remove(watch);
			watch.close();
		};
	}

	@Override
	public void close() {
		this.watches.forEach(Watch::close);
		this.watches.clear();
	}

	private <C, O extends Outcome> List<O> each(List<C> batch, Function<C, ElectionKey> key,
			Function<GarbageRecordException, ? extends O> unknown, BiFunction<C, @Nullable InMemoryRecord, O> rule) {
		return batch.stream().map((command) -> this.memory.atomically(() -> {
			try {
				return rule.apply(command, this.memory.read(key.apply(command)));
			}
			catch (GarbageRecordException ex) {
				return unknown.apply(ex);
			}
		})).toList();
	}

}
