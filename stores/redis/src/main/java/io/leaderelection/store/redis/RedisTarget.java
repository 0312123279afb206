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
 * The Redis that carries elections: a server, what a Sentinel names, or a cluster.
 * Immutable, though the URIs are not copied until the store is opened.
 */
public final class RedisTarget {

	private final List<RedisURI> uris;

	private final boolean cluster;

	private final @Nullable ClientOptions options;

	private final @Nullable ClientResources resources;

	private RedisTarget(List<RedisURI> uris, boolean cluster, @Nullable ClientOptions options,
			@Nullable ClientResources resources) {
		this.uris = uris;
		this.cluster = cluster;
		this.options = options;
		this.resources = resources;
	}

	/**
	 * A server, or the primary that a Sentinel names if the URI is one of Sentinels.
	 * @param uri where it is, and how to log in there
	 * @return the target
	 */
	public static RedisTarget of(RedisURI uri) {
		return new RedisTarget(List.of(uri), false, null, null);
	}

	/**
	 * A Redis cluster.
	 * @param seeds nodes to ask for the others; at least one
	 * @return the target
	 */
	public static RedisTarget cluster(Collection<RedisURI> seeds) {
		if (seeds.isEmpty()) {
			throw new IllegalArgumentException("A Redis cluster without a node to ask. Name at least one");
		}
		return new RedisTarget(List.copyOf(seeds), true, null, null);
	}

	/**
	 * Takes over what client options say of SSL, the protocol version and the like. Their
	 * timeouts, reconnection and queues are not used.
	 * @param options the options
	 * @return a target with them
	 */
	public RedisTarget withOptions(ClientOptions options) {
		return new RedisTarget(this.uris, this.cluster, options, this.resources);
	}

	/**
	 * Takes over how client resources resolve addresses and customize channels. Their
	 * threads are not used.
	 * @param resources the resources
	 * @return a target with them
	 */
	public RedisTarget withAddressesResolvedBy(ClientResources resources) {
		return new RedisTarget(this.uris, this.cluster, this.options, resources);
	}

	List<RedisURI> uris() {
		return this.uris;
	}

	boolean isCluster() {
		return this.cluster;
	}

	/** Whether a replica may be promoted by itself: Sentinel and clusters do that. */
	boolean failsOver() {
		return this.cluster || this.uris.stream().anyMatch((uri) -> uri.getSentinelMasterId() != null);
	}

	@Nullable ClientOptions options() {
		return this.options;
	}

	@Nullable ClientResources resources() {
		return this.resources;
	}

	/** Hosts and ports, without anything secret. */
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
