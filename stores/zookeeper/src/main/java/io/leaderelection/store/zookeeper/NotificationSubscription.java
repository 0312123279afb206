/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.ReconnectingWatch;
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
 * A watch on all nodes of a namespace, which is created again whenever its connection or
 * session is lost. The watch is live from the server's answer until the connection ends.
 * Notifications are passed on at once, in the order of the server's events.
 */
final class NotificationSubscription implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private static final Logger logger = LoggerFactory.getLogger(NotificationSubscription.class);

	private final ReconnectingWatch watch;

	private final Client client;

	private final String namespace;

	private final Sightings sightings;

	private final ConnectionStateListener connectionListener = (client,
			state) -> connectionChanged(state.isConnected());

	private final Watcher watcher = this::process;

	private volatile @Nullable ZooKeeper watched;

	NotificationSubscription(ReconnectingWatch watch, Client client, String namespace, Sightings sightings) {
		this.watch = watch;
		this.client = client;
		this.namespace = namespace;
		this.sightings = sightings;
	}

	/** Starts the watch, after which no connection event is missed. */
	void start() {
		this.client.curator().getConnectionStateListenable().addListener(this.connectionListener);
		this.watch.start(this);
	}

	private void connectionChanged(boolean connected) {
		if (connected) {
			this.watch.execute(this.watch::begin);
		}
		else {
			this.watch.disconnected();
		}
	}

	@Override
	public void begin() {
		long attempt = this.watch.attempt();
		ZooKeeper handle = this.client.handle();
		this.watched = handle;
		handle.addWatch(this.namespace, this.watcher, AddWatchMode.PERSISTENT_RECURSIVE,
				(rc, path, context) -> this.watch.execute(() -> answered(attempt, handle, rc)), null);
	}

	private void answered(long attempt, ZooKeeper handle, int rc) {
		if (this.watch.isClosed()) {
			remove(handle);
		}
		else if (attempt == this.watch.attempt()) {
			if (rc != Code.OK.intValue()) {
				this.watch.lost(ZooKeeperFailures.ofCall(this.client.toString(),
						KeeperException.create(Code.get(rc), this.namespace)));
			}
			else if (handle.getState().isConnected()) {
				this.watch.confirmed();
			}
			else {
				this.watch.lost(null);
			}
		}
	}

	private void process(WatchedEvent event) {
		if (this.watch.isClosed()) {
			return;
		}
		try {
			switch (event.getType()) {
				case None -> {
					if (event.getState() != Watcher.Event.KeeperState.SyncConnected) {
						// Runs before any answer of a new connection, which does not
						// repeat the missed events
						interrupted();
					}
				}
				case NodeCreated, NodeDataChanged -> this.sightings.changed(event.getPath());
				case NodeDeleted -> notifyOf(event.getPath());
				default -> logger.debug("Nothing to do for {}", event);
			}
		}
		catch (Throwable ex) {
			// The client continues with the next event, so this one was missed
			interrupted();
			logger.warn("A watch of ZooKeeper failed at {} and starts again", event, ex);
		}
	}

	private void interrupted() {
		this.sightings.interrupted();
		this.watch.execute(() -> this.watch.lost(null));
	}

	private void notifyOf(String path) {
		String election = NodePaths.election(this.namespace, path);
		if (election != null) {
			this.watch.notified(election);
		}
	}

	/** Does nothing: the watch ends with its session, or when it is closed. */
	@Override
	public void leave() {
	}

	@Override
	public void close() {
		this.client.curator().getConnectionStateListenable().removeListener(this.connectionListener);
		// The server processes this after a pending request for the watch
		ZooKeeper handle = this.watched;
		if (handle != null) {
			remove(handle);
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
	public String describe(Throwable failure) {
		LeaseStoreException described = (failure instanceof LeaseStoreException known) ? known
				: ZooKeeperFailures.ofConnect(this.client.toString(), failure);
		return String.valueOf(described.getMessage());
	}

}
