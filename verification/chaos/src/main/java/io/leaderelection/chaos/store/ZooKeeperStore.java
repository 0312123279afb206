/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.ZooKeeperServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * One ZooKeeper server. Stepping its clock has no effect: sessions count by the monotonic
 * clock.
 */
final class ZooKeeperStore implements ChaosStore {

	private static final String RECORD = "/leader-election/" + NAMESPACE + "/" + ELECTION;

	private static final int SESSION_MILLIS = 5000;

	private final ZooKeeperServer server = ZooKeeperServer.open();

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=zookeeper",
				"--leader-election.zookeeper.connect-string=" + Loopback.HOST + ":" + port);
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.of(StoreServer.of(this.server));
	}

	@Override
	public void deleteRecord() throws IOException, InterruptedException {
		CountDownLatch connected = new CountDownLatch(1);
		try (ZooKeeper client = new ZooKeeper(Loopback.HOST + ":" + this.server.port(), SESSION_MILLIS, (event) -> {
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

	@Override
	public void close() {
		this.server.close();
	}

}
