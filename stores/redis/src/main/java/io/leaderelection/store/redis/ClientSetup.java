/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Scheduler;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a Lettuce client that never buffers a command, sends it again, or executes
 * it after its caller has timed out. If a connection is lost, its commands fail and the
 * store opens another connection.
 */
final class ClientSetup {

	private static final Logger logger = LoggerFactory.getLogger(ClientSetup.class);

	/** The timeout of each step of connecting. */
	static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private ClientSetup() {
	}

	static ClusterClientOptions options(@Nullable ClientOptions application) {
		ClusterClientOptions.Builder builder = (application instanceof ClusterClientOptions cluster) ? cluster.mutate()
				: ClusterClientOptions.builder((application != null) ? application : ClientOptions.create());
		SocketOptions sockets = (application != null) ? application.getSocketOptions() : SocketOptions.create();
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
	static ClientResources resources(String name, Scheduler scheduler, @Nullable ClientResources application) {
		ClientResources.Builder builder = DefaultClientResources.builder()
			.eventLoopGroupProvider(
					new DefaultEventLoopGroupProvider(1, (pool) -> new DefaultThreadFactory(name, true)))
			.eventExecutorGroup(new DefaultEventExecutorGroup(1, new DefaultThreadFactory(name + "-work", true)))
			.timer(new SchedulerTimer(scheduler))
			.commandLatencyRecorder(CommandLatencyRecorder.disabled());
		if (application != null) {
			builder.socketAddressResolver(application.socketAddressResolver())
				.addressResolverGroup(application.addressResolverGroup())
				.nettyCustomizer(application.nettyCustomizer());
		}
		return builder.build();
	}

	/** Stops the threads without waiting for them. */
	private static void release(ClientResources resources) {
		Future<?> unusedWork = resources.eventExecutorGroup().shutdownGracefully(0, 0, TimeUnit.SECONDS);
		Future<?> unusedLoops = resources.eventLoopGroupProvider().shutdown(0, 0, TimeUnit.SECONDS);
		Future<?> unusedRest = resources.shutdown(0, 0, TimeUnit.SECONDS);
	}

	/** Closes a connection without waiting for it. */
	static void close(StatefulConnection<?, ?> connection) {
		connection.closeAsync().exceptionally((failure) -> {
			logger.debug("Closing a Redis connection failed", failure);
			return null;
		});
	}

	/** Closes a client, its connections and its threads without waiting for them. */
	static void close(AbstractRedisClient client, ClientResources resources) {
		CompletableFuture<?> unused = client.shutdownAsync(0, 0, TimeUnit.SECONDS).handle((done, failure) -> {
			if (failure != null) {
				logger.debug("Closing a Redis client failed", failure);
			}
			release(resources);
			return null;
		});
	}

	static RedisURI copy(RedisURI uri) {
		RedisURI.Builder copy = RedisURI.builder(uri).withTimeout(CONNECT_TIMEOUT);
		if (uri.getSentinelMasterId() != null) {
			copy.withSentinelMasterId(uri.getSentinelMasterId());
		}
		uri.getSentinels().forEach((sentinel) -> copy.withSentinel(copy(sentinel)));
		return copy.build();
	}

}
