/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription to the Lease objects of a namespace of elections. However it ends (the
 * server closes it, a version it asks for is gone, the connection breaks), all objects
 * are listed again and it begins anew after what was listed. Its events also show when a
 * record changed.
 */
final class LeaseWatch implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(LeaseWatch.class);

	private static final Duration LIST_TIMEOUT = Duration.ofSeconds(5);

	/** The server ends it before; it is over if that was not heard of. */
	private static final Duration LONGEST = Duration.ofSeconds(ApiServer.WATCH_SECONDS + 10);

	private final ApiServer server;

	private final String namespace;

	private final Sightings sightings;

	private final FreeLeases free;

	private final ReconnectingWatch reconnecting;

	private final WorkerPool workers;

	private final Ticker ticker;

	private volatile @Nullable Watch watch;

	/** When the attempt began, by the ticker. */
	private long since;

	LeaseWatch(ReconnectingWatch reconnecting, ApiServer server, String namespace, Sightings sightings, FreeLeases free,
			WorkerPool workers, Ticker ticker) {
		this.reconnecting = reconnecting;
		this.server = server;
		this.namespace = namespace;
		this.sightings = sightings;
		this.free = free;
		this.workers = workers;
		this.ticker = ticker;
	}

	@Override
	public void begin() {
		long number = this.reconnecting.attempt();
		this.since = this.ticker.nanos();
		this.workers.execute(() -> {
			try {
				Watch begun = begin(number);
				this.reconnecting.execute(() -> begun(number, begun));
				if (this.reconnecting.isClosed()) {
					begun.close();
				}
			}
			catch (Throwable ex) {
				ended(number, ex);
			}
		});
	}

	private Watch begin(long number) {
		String selector = LeaseWriter.selector(this.namespace);
		LeaseList listed = this.server.list(selector, new CallBudget(this.ticker, LIST_TIMEOUT));
		listed.getItems().forEach((lease) -> see(lease, false));
		String version = (listed.getMetadata() != null) ? listed.getMetadata().getResourceVersion() : null;
		return this.server.watch(selector, version, new Events(number));
	}

	private void begun(long number, Watch begun) {
		if (this.reconnecting.isClosed() || number != this.reconnecting.attempt()) {
			begun.close();
			return;
		}
		this.watch = begun;
		this.reconnecting.confirmed();
	}

	private void ended(long number, @Nullable Throwable failure) {
		this.reconnecting.execute(() -> {
			if (number == this.reconnecting.attempt()) {
				this.reconnecting.lost(failure);
			}
		});
	}

	@Override
	public void check() {
		if (this.ticker.nanos() - this.since >= LONGEST.toNanos()) {
			this.reconnecting.lost(null);
		}
	}

	@Override
	public void leave() {
		Watch begun = this.watch;
		this.watch = null;
		if (begun != null) {
			begun.close();
		}
	}

	/**
	 * Takes note of an object.
	 * @return its election if that may be worth asking for, else {@code null}
	 */
	private @Nullable ElectionKey see(Lease lease, boolean deleted) {
		ElectionKey key = LeaseReader.key(lease);
		if (key == null || !key.namespace().equals(this.namespace)) {
			return null;
		}
		try {
			LeaseRecord record = deleted ? null : LeaseReader.read(lease, key);
			if (record != null && this.sightings.see(key, record).evidence().lock() == Evidence.Lock.FREE) {
				this.free.put(key, lease);
				return key;
			}
			this.free.remove(key);
			return deleted ? key : null;
		}
		catch (GarbageRecordException ex) {
			// Reported to every caller
			logger.debug("An object that is watched is not understood", ex);
			return key;
		}
	}

	@Override
	public @Nullable String describe(Throwable failure) {
		if (failure instanceof WatcherException ended && ended.isHttpGone()) {
			logger.debug("A watch of Kubernetes begins anew, as what it saw last is gone", failure);
			return null;
		}
		return String.valueOf(this.server.failures().ofWatch(failure).getMessage());
	}

	@Override
	public void close() {
		Watch begun = this.watch;
		if (begun != null) {
			begun.close();
		}
	}

	/**
	 * The events of one attempt.
	 */
	private final class Events implements Watcher<Lease> {

		private final long number;

		Events(long number) {
			this.number = number;
		}

		@Override
		public boolean reconnecting() {
			// Another attempt of ours lists first
			return false;
		}

		@Override
		public void eventReceived(Action action, Lease lease) {
			try {
				take(action, lease);
			}
			catch (Throwable ex) {
				ended(this.number, ex);
			}
		}

		private void take(Action action, Lease lease) {
			if (action == Action.BOOKMARK || action == Action.ERROR) {
				return;
			}
			ElectionKey key = see(lease, action == Action.DELETED);
			if (key != null) {
				LeaseWatch.this.reconnecting.notified(key.election());
			}
		}

		@Override
		public void onClose() {
			ended(this.number, null);
		}

		@Override
		public void onClose(WatcherException cause) {
			ended(this.number, cause);
		}

	}

}
