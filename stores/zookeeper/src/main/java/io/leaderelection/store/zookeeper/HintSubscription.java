/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Scheduler;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch on all nodes of a namespace, made again whenever its connection or session is
 * lost. It is live from the server's answer until the connection ends. Its state is used
 * on the scheduler's thread; what the watch tells is passed on at once, in the order of
 * the server's answers.
 */
final class HintSubscription implements LeaseStore.Watch {

	private static final Logger logger = LoggerFactory.getLogger(HintSubscription.class);

	private static final long FIRST_PAUSE = 50;

	private static final long LONGEST_PAUSE = 2000;

	private final Client client;

	private final String namespace;

	private final HintListener listener;

	private final Sightings sightings;

	private final Scheduler scheduler;

	private final ConnectionStateListener connectionListener = (client, state) -> {
		if (state.isConnected()) {
			runNow(this::subscribe);
		}
		else {
			doubt();
		}
	};

	private final Watcher watcher = this::process;

	private volatile boolean closed;

	private volatile @Nullable ZooKeeper watched;

	private boolean live;

	private boolean asking;

	private boolean waiting;

	private long pause = FIRST_PAUSE;

	private @Nullable String toldFailure;

	HintSubscription(Client client, String namespace, HintListener listener, Sightings sightings, Scheduler scheduler) {
		this.client = client;
		this.namespace = namespace;
		this.listener = listener;
		this.sightings = sightings;
		this.scheduler = scheduler;
	}

	void start() {
		this.client.curator().getConnectionStateListenable().addListener(this.connectionListener);
		runNow(this::subscribe);
	}

	private void runNow(Runnable step) {
		this.scheduler.execute(() -> run(step));
	}

	/** Whatever a step throws, the watch is made again. */
	private void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			this.asking = false;
			lost();
			tell(ZooKeeperFailures.ofConnect(this.client.toString(), ex));
		}
	}

	private void subscribe() {
		if (this.closed || this.live || this.asking) {
			return;
		}
		ZooKeeper handle;
		try {
			handle = this.client.handle();
		}
		catch (LeaseStoreException ex) {
			subscribeLater();
			tell(ex);
			return;
		}
		this.watched = handle;
		this.asking = true;
		handle.addWatch(this.namespace, this.watcher, AddWatchMode.PERSISTENT_RECURSIVE,
				(rc, path, context) -> runNow(() -> answered(handle, rc)), null);
	}

	private void answered(ZooKeeper handle, int rc) {
		this.asking = false;
		if (this.closed) {
			remove(handle);
		}
		else if (rc != Code.OK.intValue()) {
			tell(ZooKeeperFailures.ofCall(this.client.toString(),
					KeeperException.create(Code.get(rc), this.namespace)));
			subscribeLater();
		}
		else if (handle.getState().isConnected()) {
			this.live = true;
			this.pause = FIRST_PAUSE;
			this.toldFailure = null;
			tellLive(true);
		}
		else {
			subscribeLater();
		}
	}

	private void subscribeLater() {
		if (this.closed || this.waiting) {
			return;
		}
		long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
		this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
		this.scheduler.schedule(Duration.ofMillis(jittered), () -> run(() -> {
			this.waiting = false;
			subscribe();
		}));
		this.waiting = true;
	}

	private void process(WatchedEvent event) {
		if (this.closed) {
			return;
		}
		try {
			switch (event.getType()) {
				case None -> connectionChanged(event.getState());
				case NodeCreated, NodeDataChanged -> this.sightings.changed(event.getPath());
				case NodeDeleted -> hint(event.getPath());
				default -> logger.debug("Nothing to do for {}", event);
			}
		}
		catch (Throwable ex) {
			// The client goes on with the next event, and this one was missed
			this.sightings.interrupted();
			runNow(this::lost);
			logger.warn("A watch of ZooKeeper failed at {} and begins anew", event, ex);
		}
	}

	private void connectionChanged(Watcher.Event.KeeperState state) {
		if (state == Watcher.Event.KeeperState.SyncConnected) {
			runNow(this::subscribe);
		}
		else {
			// Before any answer of another connection: what it missed, nobody tells
			this.sightings.interrupted();
			runNow(this::lost);
		}
	}

	private void lost() {
		if (this.live) {
			this.live = false;
			if (!this.closed) {
				tellLive(false);
			}
		}
		subscribeLater();
	}

	private void doubt() {
		try {
			this.listener.doubt();
		}
		catch (Throwable ex) {
			logger.warn("That the connection was lost was not taken", ex);
		}
	}

	private void hint(String path) {
		String election = NodePaths.election(this.namespace, path);
		if (election == null) {
			return;
		}
		try {
			this.listener.hint(election);
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

	private void tell(LeaseStoreException failure) {
		String text = String.valueOf(failure.getMessage());
		if (!text.equals(this.toldFailure)) {
			this.toldFailure = text;
			logger.warn("Leader election gets no hints from ZooKeeper for now and asks at intervals: {}", text);
		}
	}

	private void remove(ZooKeeper handle) {
		handle.removeWatches(this.namespace, this.watcher, Watcher.WatcherType.Any, true, (rc, path, context) -> {
			if (rc != Code.OK.intValue() && rc != Code.NOWATCHER.intValue()) {
				logger.debug("The watch on {} ends with its session: {}", path, Code.get(rc));
			}
		}, null);
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.curator().getConnectionStateListenable().removeListener(this.connectionListener);
		// After a request for the watch that may be on its way; the scheduler may be
		// closed
		ZooKeeper handle = this.watched;
		if (handle != null) {
			remove(handle);
		}
	}

}
