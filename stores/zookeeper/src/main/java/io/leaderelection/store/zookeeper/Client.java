/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;

/**
 * The Curator client, which belongs to the application or to the store.
 */
final class Client implements AutoCloseable {

	private final CuratorFramework curator;

	private final boolean owned;

	private final SenderCheck senders = new SenderCheck();

	/**
	 * Creates a client.
	 * @param owned whether the store starts and closes it
	 */
	Client(CuratorFramework curator, boolean owned) {
		this.curator = curator;
		this.owned = owned;
		if (owned) {
			curator.start();
		}
	}

	CuratorFramework curator() {
		return this.curator;
	}

	/**
	 * Returns the Curator namespace as a path, which is the prefix of all paths of the
	 * client.
	 */
	String prefix() {
		String namespace = this.curator.getNamespace();
		return (namespace == null || namespace.isEmpty()) ? "" : "/" + namespace;
	}

	/**
	 * Returns the present session, which may not be connected.
	 * @throws LeaseStoreException if there is no session
	 */
	ZooKeeper handle() {
		try {
			return this.curator.getZookeeperClient().getZooKeeper();
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			throw ZooKeeperFailures.ofConnect(toString(), ex);
		}
	}

	/** Starts a call. */
	Session session(Ticker ticker, Duration timeout) {
		return new Session(handle(), this.senders, toString(), ticker, timeout);
	}

	@Override
	public void close() {
		if (this.owned) {
			this.curator.close();
		}
	}

	@Override
	public String toString() {
		return this.curator.getZookeeperClient().getCurrentConnectionString();
	}

}
