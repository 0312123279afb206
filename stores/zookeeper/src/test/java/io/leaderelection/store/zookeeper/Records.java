/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.leaderelection.store.ElectionKey;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and changes the nodes of an ensemble without the store.
 */
final class Records implements AutoCloseable {

	private final NodePaths paths = new NodePaths(ZooKeeperLeaseStoreFactory.DEFAULT_ROOT);

	private final CuratorFramework client;

	Records(String connectString) {
		this.client = CuratorFrameworkFactory.builder()
			.connectString(connectString)
			.retryPolicy(new RetryNTimes(100, 100))
			.ensembleTracker(false)
			.build();
		this.client.start();
	}

	CuratorFramework client() {
		return this.client;
	}

	String path(ElectionKey key) {
		return this.paths.record(key);
	}

	/** Returns all namespaces. */
	Set<String> namespaces() {
		return children(ZooKeeperLeaseStoreFactory.DEFAULT_ROOT);
	}

	/** Returns all elections of a namespace. */
	List<ElectionKey> keys(String namespace) {
		return children(this.paths.namespace(namespace)).stream()
			.map((election) -> new ElectionKey(namespace, election))
			.toList();
	}

	private Set<String> children(String parent) {
		return call(() -> {
			Set<String> names = new HashSet<>();
			if (this.client.checkExists().forPath(parent) != null) {
				for (String child : this.client.getChildren().forPath(parent)) {
					String name = NodePaths.election(parent, parent + "/" + child);
					if (name != null) {
						names.add(name);
					}
				}
			}
			return names;
		});
	}

	/** Returns the record as text. */
	String text(ElectionKey key) {
		return call(() -> new String(this.client.getData().forPath(path(key)), StandardCharsets.UTF_8));
	}

	List<String> guardLocks(ElectionKey key) {
		return call(() -> this.client.getChildren().forPath(path(key)));
	}

	void write(ElectionKey key, String text) {
		call(() -> {
			byte[] data = text.getBytes(StandardCharsets.UTF_8);
			Stat stat = this.client.checkExists().forPath(path(key));
			if (stat == null) {
				return this.client.create().creatingParentsIfNeeded().forPath(path(key), data);
			}
			return this.client.setData().forPath(path(key), data);
		});
	}

	void writeGarbage(ElectionKey key) {
		write(key, "leader-election-record 1\ntoken=9223372036854775807\nowner=somebody else\nend\n");
	}

	void delete(ElectionKey key) {
		call(() -> this.client.delete().deletingChildrenIfNeeded().forPath(path(key)));
	}

	/** Writes into the record how long a former term may still be valid. */
	void writeNotBefore(ElectionKey key, Duration fromNow) {
		write(key, text(key).replaceFirst("not-before=\\d+", "not-before=" + fromNow.toMillis()));
	}

	void breakCheckpoints(ElectionKey key) {
		call(() -> this.client.setData().forPath(NodePaths.checkpoints(path(key)), new byte[] { 'x' }));
	}

	void loseGuardLock(ElectionKey key) {
		for (String guardLock : guardLocks(key)) {
			call(() -> this.client.delete().forPath(path(key) + "/" + guardLock));
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

	private static <T> T call(java.util.concurrent.Callable<T> call) {
		try {
			return call.call();
		}
		catch (Exception ex) {
			throw new IllegalStateException("ZooKeeper refuses the test", ex);
		}
	}

}
