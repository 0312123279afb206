/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.awaitility.Awaitility;

/**
 * A cluster of three masters that share the slots, optionally with a replica each.
 */
final class RedisCluster implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int MASTERS = 3;

	private final RedisClient client = RedisClient.create();

	private final List<RedisServer> servers = new ArrayList<>();

	private final List<RedisCommands<String, String>> nodes = new ArrayList<>();

	private final List<Integer> busPorts = new ArrayList<>();

	private RedisCluster() {
	}

	static RedisCluster open() {
		return open(false);
	}

	static RedisCluster withReplicas() {
		return open(true);
	}

	private static RedisCluster open(boolean replicas) {
		RedisCluster cluster = new RedisCluster();
		int count = replicas ? 2 * MASTERS : MASTERS;
		for (int i = 0; i < count; i++) {
			cluster.startNode();
		}
		cluster.shareSlots();
		cluster.introduce();
		for (int i = MASTERS; i < count; i++) {
			cluster.nodes.get(i).clusterReplicate(cluster.nodes.get(i - MASTERS).clusterMyId());
		}
		cluster.await((info) -> info.contains("cluster_state:ok"));
		if (replicas) {
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> cluster.nodes.subList(0, MASTERS)
					.stream()
					.allMatch((node) -> node.info("replication").contains("state=online")));
		}
		return cluster;
	}

	private void startNode() {
		int busPort = Loopback.freePort();
		RedisServer server = RedisServer.open("--cluster-enabled", "yes", "--cluster-port", Integer.toString(busPort),
				"--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no", "--repl-diskless-sync-delay",
				"0");
		this.servers.add(server);
		this.busPorts.add(busPort);
		StatefulRedisConnection<String, String> connection = this.client.connect(uri(server));
		this.nodes.add(connection.sync());
	}

	private void shareSlots() {
		for (int i = 0; i < MASTERS; i++) {
			int from = SlotHash.SLOT_COUNT * i / MASTERS;
			int to = SlotHash.SLOT_COUNT * (i + 1) / MASTERS;
			this.nodes.get(i).clusterAddSlots(IntStream.range(from, to).toArray());
		}
	}

	private void introduce() {
		for (int i = 1; i < this.nodes.size(); i++) {
			this.nodes.get(0)
				.dispatch(CommandType.CLUSTER, new StatusOutput<>(StringCodec.UTF8),
						new CommandArgs<>(StringCodec.UTF8).add("MEET")
							.add(Loopback.HOST)
							.add(this.servers.get(i).port())
							.add(this.busPorts.get(i)));
		}
		await((info) -> info.contains("cluster_known_nodes:" + this.nodes.size()));
	}

	private void await(java.util.function.Predicate<String> condition) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.nodes.stream().allMatch((node) -> condition.test(node.clusterInfo())));
	}

	List<RedisURI> uris() {
		return this.servers.stream().map(RedisCluster::uri).toList();
	}

	/** Returns the master that stores a key. */
	RedisServer owner(String key) {
		return this.servers.get(SlotHash.getSlot(key) * MASTERS / SlotHash.SLOT_COUNT);
	}

	/** Returns the replica of the master that stores a key. */
	RedisServer replicaOfOwner(String key) {
		return this.servers.get(this.servers.indexOf(owner(key)) + MASTERS);
	}

	private static RedisURI uri(RedisServer server) {
		return RedisURI.create(Loopback.HOST, server.port());
	}

	@Override
	public void close() {
		this.client.shutdown(0, 5, TimeUnit.SECONDS);
		this.servers.forEach(RedisServer::close);
	}

}
