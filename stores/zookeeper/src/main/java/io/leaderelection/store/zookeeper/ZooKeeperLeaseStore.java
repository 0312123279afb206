/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Lease store for ZooKeeper. Opened by {@link ZooKeeperLeaseStoreFactory}.
 * <p>
 * The requests of a batch are sent together over the one session of the client, each as a
 * separate transaction. A term is kept by an ephemeral node, and every renewal writes its
 * record. Each candidate measures the remaining time of a term with its own ticker, from
 * the last change that it observed.
 */
final class ZooKeeperLeaseStore implements LeaseStore {

	private final Client client;

	private final Ticker ticker;

	private final ElectionCommands commands;

	private final SessionCheck sessionCheck;

	private final NodePaths paths;

	private final Sightings sightings;

	private final Scheduler scheduler;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("ZooKeeper");

	private volatile boolean closed;

	/**
	 * Opens the store.
	 * @param root the absolute path of the parent of all nodes, or empty for the root of
	 * the tree
	 * @param acl the access rights of the nodes
	 */
	ZooKeeperLeaseStore(Client client, String root, ZooKeeperAcl acl, TimeSystem time) {
		this.client = client;
		this.ticker = time.ticker();
		this.paths = new NodePaths(client.prefix() + root);
		this.sightings = new Sightings(this.ticker);
		this.commands = new ElectionCommands(this.paths, acl.list(), this.sightings, new OwnTerms(this.ticker));
		this.sessionCheck = new SessionCheck();
		this.scheduler = time.scheduler("leader-election-zookeeper-watch");
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		for (Acquire command : batch) {
			this.sessionCheck.requested(command.duration());
		}
		return each(batch, timeout, this.commands::acquire, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, timeout, this.commands::renew, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, timeout, this.commands::release, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch, timeout, this.commands::observe, Outcome.Unknown::new);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("ZooKeeper", listener, this.scheduler,
						NotificationSubscription.LONGEST_PAUSE),
				(watch) -> new NotificationSubscription(watch, this.client, this.paths.namespace(namespace),
						this.sightings)
					.start());
	}

	@Override
	public void close() {
		this.closed = true;
		this.watches.close(this.scheduler::close);
		this.client.close();
	}

	/**
	 * Sends all commands, then waits for all answers. Throws the failure if the
	 * connection failed for all of them.
	 */
	private <C, O extends Outcome> List<O> each(List<C> batch, Duration timeout,
			BiFunction<Session, C, CompletableFuture<O>> send, Function<Throwable, ? extends O> unknown) {
		if (this.closed) {
			throw new IllegalStateException("The ZooKeeper store is closed");
		}
		if (batch.isEmpty()) {
			return List.of();
		}
		Session session = this.client.session(this.ticker, timeout);
		List<CompletableFuture<O>> parts = batch.stream()
			.map((command) -> CompletableFuture.completedFuture(command)
				.thenCompose((sent) -> send.apply(session, sent)))
			.toList();
		session.await(parts);
		List<O> outcomes = new ArrayList<>(batch.size());
		LeaseStoreException failure = null;
		boolean answered = false;
		for (CompletableFuture<O> part : parts) {
			try {
				outcomes.add(session.resultOf(part));
				answered = true;
			}
			catch (RuntimeException ex) {
				outcomes.add(unknown.apply(ex));
				failure = connectionFailure(ex);
				answered = answered || failure == null;
			}
		}
		if (!answered && failure != null) {
			throw failure;
		}
		this.sessionCheck.negotiated(session.sessionTimeout());
		return outcomes;
	}

	private static @Nullable LeaseStoreException connectionFailure(RuntimeException failure) {
		return (failure instanceof LeaseStoreException store && ZooKeeperFailures.isOfConnection(failure)) ? store
				: null;
	}

}
