/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.Loopback;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * ZooKeeper.
 */
record ZooKeeperAccess() implements StoreAccess {

	private static final String RECORD = "/leader-election/" + ChaosStore.NAMESPACE + "/" + ChaosStore.ELECTION;

	private static final int SESSION_MILLIS = 5000;

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=zookeeper",
				"--leader-election.zookeeper.connect-string=" + Loopback.HOST + ":" + port);
	}

	@Override
	public void deleteRecord(int port) throws IOException, InterruptedException {
		CountDownLatch connected = new CountDownLatch(1);
		try (ZooKeeper client = new ZooKeeper(Loopback.HOST + ":" + port, SESSION_MILLIS, (event) -> {
			if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
				connected.countDown();
			}
		})) {
			if (!connected.await(SESSION_MILLIS, TimeUnit.MILLISECONDS)) {
				throw new IOException("ZooKeeper did not answer");
			}
			// A node with children cannot be deleted
			for (String child : client.getChildren(RECORD, false)) {
				delete(client, RECORD + "/" + child);
			}
			delete(client, RECORD);
		}
		catch (KeeperException ex) {
			throw new IOException(ex);
		}
	}

	private static void delete(ZooKeeper client, String path) throws KeeperException, InterruptedException {
		try {
			client.delete(path, -1);
		}
		catch (KeeperException.NoNodeException | KeeperException.NotEmptyException ex) {
			System.out.println("Another client deleted first: " + path);
		}
	}

}
