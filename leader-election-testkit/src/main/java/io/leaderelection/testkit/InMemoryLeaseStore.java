/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

/**
 * The simplest implementation of {@link LeaseStore}, as an example for other stores. All
 * stores of an {@link InMemoryLeaseStoreFactory} share its records and its clock, which
 * decides expiry. No method blocks.
 */
public final class InMemoryLeaseStore implements LeaseStore {

	private final InMemoryLeaseStoreFactory memory;

	private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

	InMemoryLeaseStore(InMemoryLeaseStoreFactory memory) {
		this.memory = memory;
	}

	/**
	 * Creates a store with its own records.
	 * @param clock the clock that decides expiry
	 */
	public InMemoryLeaseStore(WallClock clock) {
		this(new InMemoryLeaseStoreFactory(clock));
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, Outcome.Unknown::new, (command, record, evidence) -> TermRules.acquire(command,
				command.duration(), this.memory.now(), record, evidence));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, Outcome.Unknown::new, TermRules::renew);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		List<Outcome.OfRelease> outcomes = each(batch, Outcome.Unknown::new, TermRules::release);
		for (int i = 0; i < batch.size(); i++) {
			if (outcomes.get(i) instanceof Outcome.Released) {
				this.memory.notifyListeners(batch.get(i).key());
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch.stream().map(Observe::new).toList(), Outcome.Unknown::new,
				(command, record, evidence) -> new Decision.Answer<>(TermRules.observe(record, evidence)));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
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

	private <C extends Command, O extends Outcome> List<O> each(List<C> batch, Function<Throwable, ? extends O> unknown,
			Rule<C, O> rule) {
		return batch.stream().<O>map((command) -> {
			synchronized (this.memory) {
				try {
					Throwable failure = this.memory.failure(command);
					return (failure != null) ? unknown.apply(failure) : carryOut(command, rule);
				}
				catch (GarbageRecordException ex) {
					return unknown.apply(ex);
				}
			}
		}).toList();
	}

	private <C extends Command, O extends Outcome> O carryOut(C command, Rule<C, O> rule) {
		InMemoryRecord record = this.memory.read(command.key());
		Decision<O> decision = (record != null)
				? rule.decide(command, record.term(), record.evidence(this.memory.now()))
				: rule.decide(command, null, Evidence.NOTHING);
		if (decision instanceof Decision.Write<O> write) {
			this.memory.write(command.key(), write.record());
			return write.outcome();
		}
		if (decision instanceof Decision.Answer<O> answer) {
			return answer.outcome();
		}
		throw new IllegalStateException("This store has no lock to request");
	}

	/**
	 * Applies a kind of command to a record.
	 */
	private interface Rule<C extends Command, O extends Outcome> {

		Decision<O> decide(C command, @Nullable TermRecord record, Evidence evidence);

	}

}
