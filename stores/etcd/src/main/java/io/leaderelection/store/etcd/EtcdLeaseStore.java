/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
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
import org.jspecify.annotations.Nullable;

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

	private final EtcdCaller caller;

	private final InstanceLeases leases;

	private final EtcdKeys names;

	private final ElectionViews views;

	/** The clock that measures the age of observed records. */
	private final Ticker observer;

	/** The sessions of watches, separate from those of calls. */
	private final EtcdSessions watchSessions;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("etcd");

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
		this.observer = observer;
		this.names = new EtcdKeys(keyPrefix);
		this.views = new ElectionViews(observer);
		this.sessions = new EtcdSessions(target);
		this.caller = new EtcdCaller(this.sessions);
		this.leases = new InstanceLeases(this.caller, this.sessions, observer);
		this.watchSessions = new EtcdSessions(target);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		this.leases.maybeHeld(batch.stream().map(Acquire::nonce).toList());
		List<Outcome.OfAcquire> outcomes = run(batch, timeout, Acquire::nonce,
				(command, view) -> TermRules.acquire(command, command.duration(), command.at().toEpochMilli(),
						view.record(), view.evidence(this.observer)));
		for (int i = 0; i < batch.size(); i++) {
			if (isDefinitelyNotHeld(outcomes.get(i))) {
				this.leases.waiting(batch.get(i).duration(), this.scheduler);
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return run(batch, timeout, Renew::nonce,
				(command, view) -> TermRules.renew(command, view.record(), view.evidence(this.observer)));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return run(batch, timeout, Release::nonce,
				(command, view) -> TermRules.release(command, view.record(), view.evidence(this.observer)));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return run(batch.stream().map(Observe::new).toList(), timeout, (command) -> null, (command,
				view) -> new Decision.Answer<>(TermRules.observe(view.record(), view.evidence(this.observer))));
	}

	private <C extends Command, O extends Outcome> List<O> run(List<C> batch, Duration timeout,
			Function<C, @Nullable Nonce> nonce, BiFunction<C, ElectionView, Decision<O>> rule) {
		List<O> outcomes = new GuardedRounds<>(this.names, this.views, this.caller, this.leases, this.observer, rule)
			.run(batch, new CallBudget(this.ticker, timeout));
		for (int i = 0; i < batch.size(); i++) {
			Nonce own = nonce.apply(batch.get(i));
			if (own != null && isDefinitelyNotHeld(outcomes.get(i))) {
				this.leases.notHeld(own);
			}
		}
		return outcomes;
	}

	private static boolean isDefinitelyNotHeld(Outcome outcome) {
		return !(outcome instanceof Outcome.Granted) && !(outcome instanceof Outcome.Unknown);
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
		this.scheduler.close();
		this.sessions.close();
	}

}
