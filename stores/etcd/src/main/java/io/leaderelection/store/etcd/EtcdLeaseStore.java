/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.store.support.TermRules;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;

/**
 * Lease store for etcd. Opened by {@link EtcdLeaseStoreFactory}.
 * <p>
 * A record is a key without a lease. Checkpoints have a key of their own, and are read
 * and written only when a command needs them. A third key is the guard lock, which
 * prevents other candidates from acquiring the term. It is attached to the one etcd lease
 * of this instance: every renewal keeps the lease alive, and the key disappears when the
 * lease expires. Each change of an election is a transaction that compares the record and
 * the guard lock. The transactions of a batch are nested in a few larger ones.
 */
final class EtcdLeaseStore implements LeaseStore {

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final EtcdSessions sessions;

	private final GuardedRounds rounds;

	private final IdleLease idleLease;

	private final EtcdKeys names;

	private final ElectionViews views;

	/** The sessions of watches, separate from those of calls. */
	private final EtcdSessions watchSessions;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("etcd");

	private final CommandRule<Acquire, Outcome.OfAcquire> acquire;

	private final CommandRule<Renew, Outcome.OfRenew> renew;

	private final CommandRule<Release, Outcome.OfRelease> release;

	private final CommandRule<ElectionKey, Outcome.OfObserve> observe;

	/**
	 * Opens the store.
	 * @param target the etcd cluster
	 * @param keyPrefix the prefix of all key names
	 * @param observer the ticker that measures the age of observed records
	 * @param time the time system for everything else
	 */
	EtcdLeaseStore(EtcdTarget target, String keyPrefix, Ticker observer, TimeSystem time) {
		this.ticker = time.ticker();
		this.scheduler = time.scheduler("leader-election-etcd-timer");
		this.names = new EtcdKeys(keyPrefix);
		this.views = new ElectionViews(this.names, observer);
		this.sessions = new EtcdSessions(target);
		EtcdCaller caller = new EtcdCaller(this.sessions);
		InstanceLeases leases = new InstanceLeases(caller, observer);
		this.rounds = new GuardedRounds(this.names, this.views, caller, leases, observer);
		this.idleLease = new IdleLease(leases, this.sessions, this.scheduler);
		this.watchSessions = new EtcdSessions(target);
		this.acquire = new CommandRule<>(Acquire::key, (command) -> command.seenToken() == ABSENT,
				(command, guardLock) -> guardLock.nonce().equals(command.nonce()), true,
				(command, view) -> TermRules.acquire(command, command.duration(), command.at().toEpochMilli(),
						view.record(), view.evidence(observer)),
				Outcome.Unknown::new);
		this.renew = new CommandRule<>(Renew::key, (command) -> false,
				(command, guardLock) -> guardLock.isOf(command.nonce(), command.token()), false,
				(command, view) -> TermRules.renew(command, view.record(), view.evidence(observer)),
				Outcome.Unknown::new);
		this.release = new CommandRule<>(Release::key, (command) -> false,
				(command, guardLock) -> guardLock.isOf(command.nonce(), command.token()), false,
				(command, view) -> TermRules.release(command, view.record(), view.evidence(observer)),
				Outcome.Unknown::new);
		this.observe = new CommandRule<>(Function.identity(), (key) -> false, (key, guardLock) -> false, true,
				(key, view) -> new Decision.Answer<>(TermRules.observe(view.record(), view.evidence(observer))),
				Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		this.idleLease.maybeHeld(batch.stream().map(Acquire::nonce).toList());
		List<Outcome.OfAcquire> outcomes = this.rounds.run(this.acquire, batch, new CallBudget(this.ticker, timeout));
		for (int i = 0; i < batch.size(); i++) {
			Outcome.OfAcquire outcome = outcomes.get(i);
			if (outcome instanceof Outcome.Leased || outcome instanceof Outcome.Free
					|| outcome instanceof Outcome.Lost) {
				this.idleLease.notHeld(batch.get(i).nonce());
				this.idleLease.waiting(batch.get(i).duration());
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		List<Outcome.OfRenew> outcomes = this.rounds.run(this.renew, batch, new CallBudget(this.ticker, timeout));
		for (int i = 0; i < batch.size(); i++) {
			if (outcomes.get(i) instanceof Outcome.Lost) {
				this.idleLease.notHeld(batch.get(i).nonce());
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		List<Outcome.OfRelease> outcomes = this.rounds.run(this.release, batch, new CallBudget(this.ticker, timeout));
		for (int i = 0; i < batch.size(); i++) {
			if (!(outcomes.get(i) instanceof Outcome.Unknown)) {
				this.idleLease.notHeld(batch.get(i).nonce());
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return this.rounds.run(this.observe, batch, new CallBudget(this.ticker, timeout));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("etcd", listener, this.scheduler, NamespaceWatch.LONGEST_PAUSE),
				(watch) -> watch
					.start(new NamespaceWatch(watch, this.watchSessions, this.names, this.views, namespace)));
	}

	@Override
	public void close() {
		this.watches.close(this.watchSessions::close);
		this.sessions.close();
		this.scheduler.close();
	}

}
