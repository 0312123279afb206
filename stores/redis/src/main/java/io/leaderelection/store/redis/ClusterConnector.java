/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;

/**
 * Connector for a Redis cluster, which reads the topology again for each connection.
 */
final class ClusterConnector implements RedisConnector {

	private final ClientResources resources;

	private final RedisClusterClient client;

	private final boolean pinned;

	private final ServerInspection inspection = new ServerInspection();

	/**
	 * Creates the connector.
	 * @param target the address of the cluster
	 * @param resources the threads, which only this connector uses
	 * @param pinned whether commands go to the connection of one node instead of being
	 * redirected, so that WAIT counts the writes before it
	 */
	ClusterConnector(RedisTarget target, ClientResources resources, boolean pinned) {
		this.resources = resources;
		this.pinned = pinned;
		this.client = RedisClusterClient.create(resources, target.uris().stream().map(ClientSetup::copy).toList());
		this.client.setOptions(ClientSetup.options(target.options()));
	}

	@Override
	public CompletionStage<RedisSession> connect() {
		return this.client.refreshPartitionsAsync()
			.thenCompose((done) -> this.client.connectAsync(ByteArrayCodec.INSTANCE))
			.thenCompose((connection) -> this.inspection.checkMemory(connection.async())
				.thenApply((done) -> session(connection)));
	}

	private RedisSession session(StatefulRedisClusterConnection<byte[], byte[]> connection) {
		return new ConnectionSession(connection, this.pinned ? (key) -> owner(connection, key)
				: (key) -> CompletableFuture.completedFuture(connection.async()));
	}

	private static CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> owner(
			StatefulRedisClusterConnection<byte[], byte[]> connection, byte[] key) {
		int slot = SlotHash.getSlot(key);
		RedisClusterNode owner = connection.getPartitions().getMasterBySlot(slot);
		if (owner == null) {
			return CompletableFuture.failedFuture(
					new RedisException("No node of the cluster serves slot " + slot + ". Let the cluster recover"));
		}
		return connection.getConnectionAsync(owner.getNodeId()).thenApply((node) -> node.async());
	}

	@Override
	public CompletionStage<StatefulRedisClusterPubSubConnection<byte[], byte[]>> connectPubSub() {
		return this.client.refreshPartitionsAsync()
			.thenCompose((done) -> this.client.connectPubSubAsync(ByteArrayCodec.INSTANCE));
	}

	@Override
	public void close() {
		ClientSetup.close(this.client, this.resources);
	}

}
