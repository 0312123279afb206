/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to one server, to the primary that Sentinels name at the time of
 * connecting, or to a cluster, whose topology it reads again for each connection. Has
 * threads of its own, so that other connectors do not delay its connections. Its methods
 * do not block.
 * <p>
 * The client never buffers a command, sends it again, or executes it after its caller has
 * timed out. If a connection is lost, its commands fail, and the store opens another one.
 */
final class RedisConnector implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisConnector.class);

	/** The timeout of each step of connecting. */
	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private final RedisTarget target;

	private final List<RedisURI> uris;

	private final boolean pinned;

	private final ClientResources resources;

	private final AbstractRedisClient client;

	private final ServerInspection inspection = new ServerInspection();

	/**
	 * Creates the connector. Its threads start with the first connection.
	 * @param target the address of Redis
	 * @param threadName the name of the threads
	 * @param timer runs the timeouts of connecting
	 * @param pinned whether commands of a cluster go to the connection of one node
	 * instead of being redirected, so that WAIT counts the writes before it
	 */
	RedisConnector(RedisTarget target, String threadName, Timer timer, boolean pinned) {
		this.target = target;
		this.uris = target.uris().stream().map(RedisConnector::copy).toList();
		this.pinned = pinned;
		this.resources = resources(threadName, timer, target.resources());
		this.client = target.cluster() ? clusterClient() : client();
	}

	private RedisClient client() {
		RedisClient client = RedisClient.create(this.resources);
		client.setOptions(options());
		return client;
	}

	private RedisClusterClient clusterClient() {
		RedisClusterClient client = RedisClusterClient.create(this.resources, this.uris);
		client.setOptions(options());
		return client;
	}

	private ClusterClientOptions options() {
		ClientOptions application = (this.target.options() != null) ? this.target.options() : ClientOptions.create();
		SocketOptions sockets = application.getSocketOptions();
		ClusterClientOptions.Builder builder = (application instanceof ClusterClientOptions cluster) ? cluster.mutate()
				: ClusterClientOptions.builder(application);
		builder.autoReconnect(false)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.socketOptions(sockets.mutate().connectTimeout(CONNECT_TIMEOUT).build())
			.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
			.maintNotificationsConfig(MaintNotificationsConfig.disabled())
			.publishOnScheduler(false);
		return builder.validateClusterNodeMembership(false).build();
	}

	/**
	 * Creates resources with one thread for input and output, and one for the tasks that
	 * Lettuce cannot run without.
	 */
	private static ClientResources resources(String name, Timer timer, @Nullable ClientResources application) {
		ClientResources.Builder builder = DefaultClientResources.builder()
			.eventLoopGroupProvider(
					new DefaultEventLoopGroupProvider(1, (pool) -> new DefaultThreadFactory(name, true)))
			.eventExecutorGroup(new DefaultEventExecutorGroup(1, new DefaultThreadFactory(name + "-work", true)))
			.timer(timer)
			.commandLatencyRecorder(CommandLatencyRecorder.disabled());
		if (application != null) {
			builder.socketAddressResolver(application.socketAddressResolver())
				.addressResolverGroup(application.addressResolverGroup())
				.nettyCustomizer(application.nettyCustomizer());
		}
		return builder.build();
	}

	private static RedisURI copy(RedisURI uri) {
		RedisURI.Builder copy = RedisURI.builder(uri).withTimeout(CONNECT_TIMEOUT);
		if (uri.getSentinelMasterId() != null) {
			copy.withSentinelMasterId(uri.getSentinelMasterId());
		}
		uri.getSentinels().forEach((sentinel) -> copy.withSentinel(copy(sentinel)));
		return copy.build();
	}

	/** Opens a connection for scripts. */
	CompletionStage<RedisSession> connect() {
		if (this.client instanceof RedisClusterClient cluster) {
			return cluster.refreshPartitionsAsync()
				.thenCompose((done) -> cluster.connectAsync(StringCodec.UTF8))
				.thenCompose((made) -> session(made, made.async(), this.pinned ? (key) -> owner(made, key)
						: (key) -> CompletableFuture.completedStage(made.async())));
		}
		return single().connectAsync(StringCodec.UTF8, this.uris.get(0))
			.thenCompose(
					(made) -> session(made, made.async(), (key) -> CompletableFuture.completedStage(made.async())));
	}

	/** Opens a connection for notifications. */
	CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
		if (this.client instanceof RedisClusterClient cluster) {
			return cluster.refreshPartitionsAsync().thenCompose((done) -> cluster.connectPubSubAsync(StringCodec.UTF8));
		}
		return single().connectPubSubAsync(StringCodec.UTF8, this.uris.get(0));
	}

	private RedisClient single() {
		return (RedisClient) this.client;
	}

	private CompletionStage<RedisSession> session(StatefulConnection<String, String> made,
			RedisClusterAsyncCommands<String, String> commands,
			Function<String, CompletionStage<RedisClusterAsyncCommands<String, String>>> node) {
		return this.inspection.check(commands, this.target.cluster()).handle((done, failure) -> {
			if (failure != null) {
				close(made);
				return CompletableFuture.<RedisSession>failedStage(failure);
			}
			return CompletableFuture.completedStage(new RedisSession(made, node));
		}).thenCompose(Function.identity());
	}

	private static CompletionStage<RedisClusterAsyncCommands<String, String>> owner(
			StatefulRedisClusterConnection<String, String> connection, String key) {
		// Of a string it would hash the bytes in the platform's charset
		int slot = SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8));
		RedisClusterNode owner = connection.getPartitions().getMasterBySlot(slot);
		if (owner == null) {
			return CompletableFuture.failedFuture(
					new RedisException("No node of the cluster serves slot " + slot + ". Let the cluster recover"));
		}
		return connection.getConnectionAsync(owner.getNodeId()).thenApply((node) -> node.async());
	}

	/** Closes a connection without waiting for it. */
	static void close(StatefulConnection<?, ?> connection) {
		connection.closeAsync().exceptionally((failure) -> {
			logger.debug("Closing a Redis connection failed", failure);
			return null;
		});
	}

	/** Closes the connections and stops the threads without waiting for them. */
	@Override
	public void close() {
		CompletableFuture<?> unused = this.client.shutdownAsync(0, 0, TimeUnit.SECONDS).handle((done, failure) -> {
			if (failure != null) {
				logger.debug("Closing a Redis client failed", failure);
			}
			Future<?> unusedWork = this.resources.eventExecutorGroup().shutdownGracefully(0, 0, TimeUnit.SECONDS);
			Future<?> unusedLoops = this.resources.eventLoopGroupProvider().shutdown(0, 0, TimeUnit.SECONDS);
			Future<?> unusedRest = this.resources.shutdown(0, 0, TimeUnit.SECONDS);
			return null;
		});
	}

}
