/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;

/**
 * Connector for one server, or for the primary that Sentinels name at the time of
 * connecting.
 */
final class SingleServerConnector implements RedisConnector {

	private final RedisURI uri;

	private final ClientResources resources;

	private final RedisClient client;

	private final ServerInspection inspection = new ServerInspection();

	SingleServerConnector(RedisTarget target, ClientResources resources) {
		this.uri = ClientSetup.copy(target.uris().get(0));
		this.resources = resources;
		this.client = RedisClient.create(resources);
		this.client.setOptions(ClientSetup.options(target.options()));
	}

	@Override
	public CompletionStage<RedisSession> connect() {
		return this.client.connectAsync(ByteArrayCodec.INSTANCE, this.uri)
			.thenCompose(
					(connection) -> this.inspection.requirePrimary(connection.async()).whenComplete((done, failure) -> {
						if (failure != null) {
							ClientSetup.close(connection);
						}
					}).thenApply((done) -> session(connection)));
	}

	private static RedisSession session(StatefulRedisConnection<byte[], byte[]> connection) {
		return new ConnectionSession(connection, (key) -> CompletableFuture.completedFuture(connection.async()));
	}

	@Override
	public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub() {
		return this.client.connectPubSubAsync(ByteArrayCodec.INSTANCE, this.uri);
	}

	@Override
	public void close() {
		ClientSetup.close(this.client, this.resources);
	}

}
