/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription to the Lease objects of a namespace of elections. However it ends (the
 * server closes it, a version it asks for is gone, the connection breaks), all objects
 * are listed again and it begins anew after what was listed. What it hears also tells
 * when a record changed. Its state is used on the scheduler's thread.
 */
final class LeaseWatch implements LeaseStore.Watch {

	private static final Logger logger = LoggerFactory.getLogger(LeaseWatch.class);

	private static final Duration LIST_TIMEOUT = Duration.ofSeconds(5);

	/** The server ends it before; it is over if that was not heard of. */
	private static final Duration LONGEST = Duration.ofSeconds(ApiServer.WATCH_SECONDS + 10);

	private static final long FIRST_PAUSE = 50;

	private static final long LONGEST_PAUSE = 5000;

	private final ApiServer server;

	private final String namespace;

	private final HintListener listener;

	private final Sightings sightings;

	private final FreeLeases free;

	private final Scheduler scheduler;

	private final WorkerPool workers;

	private final Ticker ticker;

	private volatile boolean closed;

	private volatile @Nullable Watch watch;

	private int attempt;

	private boolean live;

	private long pause = FIRST_PAUSE;

	private @Nullable String toldFailure;

	LeaseWatch(ApiServer server, String namespace, HintListener listener, Sightings sightings, FreeLeases free,
			Scheduler scheduler, WorkerPool workers, Ticker ticker) {
		this.server = server;
		this.namespace = namespace;
		this.listener = listener;
		this.sightings = sightings;
		this.free = free;
		this.scheduler = scheduler;
		this.workers = workers;
		this.ticker = ticker;
	}

	void start() {
		this.scheduler.execute(this::subscribe);
	}

	private void subscribe() {
		if (this.closed) {
			return;
		}
		int number = ++this.attempt;
		try {
			// Whatever becomes of the attempt, another follows
			this.scheduler.schedule(LONGEST, () -> ended(number, null));
			this.workers.execute(() -> {
				try {
					Watch begun = begin(number);
					this.scheduler.execute(() -> begun(number, begun));
					if (this.closed) {
						begun.close();
					}
				}
				catch (Throwable ex) {
					this.scheduler.execute(() -> ended(number, ex));
				}
			});
		}
		catch (Throwable ex) {
			ended(number, ex);
		}
	}

	private Watch begin(int number) {
		String selector = LeaseWriter.selector(this.namespace);
		LeaseList listed = this.server.list(selector, new CallBudget(this.ticker, LIST_TIMEOUT));
		listed.getItems().forEach(this::see);
		String version = (listed.getMetadata() != null) ? listed.getMetadata().getResourceVersion() : null;
		return this.server.watch(selector, version, new Events(number));
	}

	private void begun(int number, Watch begun) {
		if (this.closed || number != this.attempt) {
			begun.close();
			return;
		}
		this.watch = begun;
		this.live = true;
		this.pause = FIRST_PAUSE;
		this.toldFailure = null;
		tellLive(true);
	}

	private void ended(int number, @Nullable Throwable failure) {
		if (this.closed || number != this.attempt) {
			return;
		}
		this.attempt++;
		try {
			leave(failure);
		}
		catch (Throwable ex) {
			logger.warn("A watch of Kubernetes that has ended could not be left in good order. It begins anew", ex);
		}
		finally {
			long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
			this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
			this.scheduler.schedule(Duration.ofMillis(jittered), this::subscribe);
		}
	}

	private void leave(@Nullable Throwable failure) {
		if (this.live) {
			this.live = false;
			tellLive(false);
		}
		if (failure != null) {
			tell(failure);
		}
		Watch begun = this.watch;
		this.watch = null;
		if (begun != null) {
			begun.close();
		}
	}

	/** Takes note of an object. Tells whether its election may be worth asking for. */
	private boolean see(Lease lease) {
		ElectionKey key = LeaseReader.key(lease);
		if (key == null || !key.namespace().equals(this.namespace)) {
			return false;
		}
		try {
			LeaseRecord record = LeaseReader.read(lease, key);
			boolean free = record != null && !this.sightings.see(key, record).isLive();
			if (free) {
				this.free.put(key, lease);
			}
			else {
				this.free.remove(key);
			}
			return free;
		}
		catch (GarbageRecordException ex) {
			// Told to whoever asks for it
			logger.debug("An object that is watched is not understood", ex);
			return true;
		}
	}

	private void forget(Lease lease) {
		ElectionKey key = LeaseReader.key(lease);
		if (key != null) {
			this.free.remove(key);
		}
	}

	private void hint(Lease lease) {
		ElectionKey key = LeaseReader.key(lease);
		if (key == null || !key.namespace().equals(this.namespace) || this.closed) {
			return;
		}
		try {
			this.listener.hint(key.election());
		}
		catch (Throwable ex) {
			logger.warn("A hint was not taken", ex);
		}
	}

	private void tellLive(boolean confirmed) {
		try {
			this.listener.live(confirmed);
		}
		catch (Throwable ex) {
			logger.warn("The state of a subscription was not taken", ex);
		}
	}

	private void tell(Throwable failure) {
		if (failure instanceof WatcherException ended && ended.isHttpGone()) {
			logger.debug("A watch of Kubernetes begins anew, as what it saw last is gone", failure);
			return;
		}
		String text = String.valueOf(this.server.failures().ofWatch(failure).getMessage());
		if (!text.equals(this.toldFailure)) {
			this.toldFailure = text;
			logger.warn("Leader election gets no hints from Kubernetes for now and asks at intervals: {}", text);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		Watch begun = this.watch;
		if (begun != null) {
			begun.close();
		}
	}

	/**
	 * What one attempt hears.
	 */
	private final class Events implements Watcher<Lease> {

		private final int number;

		Events(int number) {
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
				LeaseWatch.this.scheduler.execute(() -> ended(this.number, ex));
			}
		}

		private void take(Action action, Lease lease) {
			if (action == Action.DELETED) {
				forget(lease);
				hint(lease);
			}
			else if ((action == Action.ADDED || action == Action.MODIFIED) && see(lease)) {
				hint(lease);
			}
		}

		@Override
		public void onClose() {
			LeaseWatch.this.scheduler.execute(() -> ended(this.number, null));
		}

		@Override
		public void onClose(WatcherException cause) {
			LeaseWatch.this.scheduler.execute(() -> ended(this.number, cause));
		}

	}

}
