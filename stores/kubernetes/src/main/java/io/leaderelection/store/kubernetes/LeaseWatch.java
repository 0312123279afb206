/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch of the Lease objects of an election namespace. The watch ends if the server
 * closes it, the requested version is no longer available, or the connection breaks. Then
 * all objects are listed again, and a new watch starts from that listing. The events also
 * show when a record changed.
 */
final class LeaseWatch implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(LeaseWatch.class);

	private static final Duration LIST_TIMEOUT = Duration.ofSeconds(5);

	/**
	 * The longest duration of an attempt. The server ends a watch earlier, so a longer
	 * one was lost silently.
	 */
	private static final Duration MAX_DURATION = Duration.ofSeconds(ApiServer.WATCH_SECONDS + 10);

	/** A watch that ends earlier was refused, or something in between ends it. */
	static final Duration SHORTEST_DURATION = Duration.ofSeconds(5);

	private final ApiServer server;

	private final LeaseEvents events;

	private final ReconnectingWatch reconnecting;

	private final WorkerPool workers;

	private final Ticker ticker;

	private volatile @Nullable Watch watch;

	private @Nullable KubernetesClient client;

	/** The ticker value, in nanoseconds, when the attempt started. */
	private long startedAt;

	LeaseWatch(ReconnectingWatch reconnecting, ApiServer server, LeaseEvents events, WorkerPool workers,
			Ticker ticker) {
		this.reconnecting = reconnecting;
		this.server = server;
		this.events = events;
		this.workers = workers;
		this.ticker = ticker;
	}

	@Override
	public void begin() {
		long number = this.reconnecting.attempt();
		this.startedAt = this.ticker.nanos();
		this.client = this.server.client().get();
		CompletableFuture<?> unused = CompletableFuture.supplyAsync(() -> begin(number), this.workers)
			.whenComplete((opened, failure) -> {
				if (failure != null) {
					ended(number, (failure.getCause() != null) ? failure.getCause() : failure);
					return;
				}
				this.reconnecting.execute(() -> opened(number, opened));
				if (this.reconnecting.isClosed()) {
					opened.close();
				}
			});
	}

	private Watch begin(long number) {
		String selector = this.events.selector();
		LeaseList listed = this.server.list(selector, new CallBudget(this.ticker, LIST_TIMEOUT));
		listed.getItems().forEach((lease) -> this.events.take(lease, false));
		String version = (listed.getMetadata() != null) ? listed.getMetadata().getResourceVersion() : null;
		return this.server.watch(selector, version, new Receiver(number));
	}

	private void opened(long number, Watch opened) {
		if (this.reconnecting.isClosed() || number != this.reconnecting.attempt()) {
			opened.close();
			return;
		}
		this.watch = opened;
		this.reconnecting.confirmed();
	}

	private void ended(long number, Throwable failure) {
		this.reconnecting.execute(() -> {
			if (number == this.reconnecting.attempt()) {
				this.reconnecting.lost(failure);
			}
		});
	}

	private void process(Lease lease, boolean deleted) {
		ElectionKey key = this.events.take(lease, deleted);
		if (key != null) {
			this.reconnecting.notified(key.election());
		}
	}

	@Override
	public void check() {
		KubernetesClient client = this.client;
		boolean replaced = client != null && !this.server.client().isCurrent(client);
		if (replaced || this.ticker.nanos() - this.startedAt >= MAX_DURATION.toNanos()) {
			this.reconnecting.lost(null);
		}
	}

	@Override
	public void leave() {
		Watch opened = this.watch;
		this.watch = null;
		if (opened != null) {
			opened.close();
		}
	}

	@Override
	public @Nullable String describe(Throwable failure) {
		boolean unexplained = isUnexplained(failure);
		boolean usual = unexplained && this.ticker.nanos() - this.startedAt >= SHORTEST_DURATION.toNanos();
		if (usual || (failure instanceof WatcherException ended && ended.isHttpGone())) {
			logger.debug("A watch of Kubernetes has ended and starts again", failure);
			return null;
		}
		KubernetesFailures failures = this.server.failures();
		return String.valueOf((unexplained ? failures.ofShortWatch() : failures.ofWatch(failure)).getMessage());
	}

	/**
	 * Returns whether the client names no cause: the server has closed the watch, as it
	 * does every few minutes, the connection is lost, or the server refused a watch
	 * without WebSocket. If the server cannot be reached, the next attempt reports it.
	 */
	private static boolean isUnexplained(Throwable failure) {
		return failure instanceof WatcherException ended && ended.getCause() == null
				&& ended.getRawWatchMessage().isEmpty();
	}

	@Override
	public void close() {
		Watch opened = this.watch;
		if (opened != null) {
			opened.close();
		}
	}

	/**
	 * The events of one attempt. An end without an exception is ignored: the client
	 * reports one for a watch that was closed here, and for one that could not be opened,
	 * whose reason is thrown to the caller.
	 */
	private final class Receiver implements Watcher<Lease> {

		private final long number;

		Receiver(long number) {
			this.number = number;
		}

		@Override
		public boolean reconnecting() {
			// The next attempt must list the objects first
			return false;
		}

		@Override
		public void eventReceived(Action action, Lease lease) {
			if (action != Action.BOOKMARK && action != Action.ERROR) {
				// There an exception ends the attempt
				LeaseWatch.this.reconnecting.execute(() -> process(lease, action == Action.DELETED));
			}
		}

		@Override
		public void onClose(WatcherException cause) {
			ended(this.number, cause);
		}

	}

}
