/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

/**
 * The address of the Redis that stores the elections: a server, the primary that
 * Sentinels name, or a cluster. Immutable, but the URIs are copied only when the store is
 * opened.
 *
 * @param uris the addresses and the credentials: one, or the seed nodes of a cluster
 * @param cluster whether it is a cluster
 * @param options the client options to use, or {@code null} for the default ones
 * @param resources resolves addresses and customizes channels, or {@code null} if the
 * default ones do
 */
public record RedisTarget(List<RedisURI> uris, boolean cluster, @Nullable ClientOptions options,
		@Nullable ClientResources resources) {

	/**
	 * Returns the target for a server, or for the primary that Sentinels name if the URI
	 * lists Sentinels.
	 * @param uri the address and the credentials
	 * @return the target
	 */
	public static RedisTarget of(RedisURI uri) {
		return new RedisTarget(List.of(uri), false, null, null);
	}

	/**
	 * Returns the target for a Redis cluster.
	 * @param seeds the nodes from which to discover the others; at least one
	 * @return the target
	 */
	public static RedisTarget cluster(Collection<RedisURI> seeds) {
		if (seeds.isEmpty()) {
			throw new IllegalArgumentException("The Redis cluster has no seed nodes. Name at least one node");
		}
		return new RedisTarget(List.copyOf(seeds), true, null, null);
	}

	/**
	 * Returns a copy that uses client options for SSL, the protocol version and similar
	 * settings. Their timeouts, reconnection and queues are ignored.
	 * @param options the options
	 * @return a target with these options
	 */
	public RedisTarget withOptions(ClientOptions options) {
		return new RedisTarget(this.uris, this.cluster, options, this.resources);
	}

	/**
	 * Returns whether replicas are promoted automatically, as Sentinel and clusters do.
	 */
	boolean failsOver() {
		return this.cluster || this.uris.stream().anyMatch((uri) -> uri.getSentinelMasterId() != null);
	}

	/** Returns hosts and ports, without credentials. */
	@Override
	public String toString() {
		return this.uris.stream().map(RedisTarget::address).collect(Collectors.joining(","));
	}

	private static String address(RedisURI uri) {
		if (uri.getSentinelMasterId() != null) {
			return uri.getSentinels().stream().map(RedisTarget::address).collect(Collectors.joining(",")) + "#"
					+ uri.getSentinelMasterId();
		}
		return (uri.getSocket() != null) ? uri.getSocket() : uri.getHost() + ":" + uri.getPort();
	}

}
