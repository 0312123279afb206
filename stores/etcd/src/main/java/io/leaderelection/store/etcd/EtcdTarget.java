/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The etcd cluster that carries elections. Immutable.
 */
public final class EtcdTarget {

	private static final int STANDARD_PORT = 2379;

	private static final String HTTPS = "https";

	private final List<URI> endpoints;

	private final @Nullable Supplier<EtcdCredentials> credentials;

	private final @Nullable Supplier<EtcdTls> tls;

	private EtcdTarget(List<URI> endpoints, @Nullable Supplier<EtcdCredentials> credentials,
			@Nullable Supplier<EtcdTls> tls) {
		this.endpoints = endpoints;
		this.credentials = credentials;
		this.tls = tls;
	}

	/**
	 * A cluster. Its endpoints are asked one at a time; the next one if one fails.
	 * @param endpoints endpoints as {@code http://host:port} or
	 * {@code https://host:port}; at least one, all of the same scheme
	 * @return the target
	 * @throws IllegalArgumentException if an endpoint is nothing of that; the message
	 * names it
	 */
	public static EtcdTarget of(Collection<URI> endpoints) {
		if (endpoints.isEmpty()) {
			throw new IllegalArgumentException("etcd has no endpoint. Name at least one, as http://host:2379");
		}
		endpoints.forEach(EtcdTarget::check);
		List<URI> all = List.copyOf(endpoints);
		if (all.stream().map(EtcdTarget::isSecured).distinct().count() > 1) {
			throw new IllegalArgumentException(
					"Of the endpoints of etcd some are http and some are https. Use one for all");
		}
		return new EtcdTarget(all, null, isSecured(all.get(0)) ? EtcdTls::standard : null);
	}

	/**
	 * Logs in.
	 * @param credentials read at each login
	 * @return a target with them
	 */
	public EtcdTarget withCredentials(Supplier<EtcdCredentials> credentials) {
		return new EtcdTarget(this.endpoints, credentials, this.tls);
	}

	/**
	 * Secures connections.
	 * @param tls read at each connect
	 * @return a target with it
	 * @throws IllegalArgumentException if the endpoints are http
	 */
	public EtcdTarget withTls(Supplier<EtcdTls> tls) {
		if (this.tls == null) {
			throw new IllegalArgumentException(
					"The endpoint " + this.endpoints.get(0) + " of etcd is http. Use https with SSL settings");
		}
		return new EtcdTarget(this.endpoints, this.credentials, tls);
	}

	private static void check(URI endpoint) {
		String scheme = endpoint.getScheme();
		boolean legal = ("http".equals(scheme) || HTTPS.equals(scheme)) && endpoint.getHost() != null
				&& endpoint.getUserInfo() == null && endpoint.getPort() <= 65535
				&& (endpoint.getPath() == null || endpoint.getPath().isEmpty() || endpoint.getPath().equals("/"));
		if (!legal) {
			// Somebody may have put a password into it
			throw new IllegalArgumentException("The endpoint '" + shown(endpoint) + "'"
					+ " of etcd is not understood. Write it as http://host:port or https://host:port, "
					+ "without user, path or parameters");
		}
	}

	private static String shown(URI endpoint) {
		String host = (endpoint.getHost() != null) ? endpoint.getHost() : "...";
		return endpoint.getScheme() + "://" + host + ((endpoint.getPort() >= 0) ? ":" + endpoint.getPort() : "");
	}

	private static boolean isSecured(URI endpoint) {
		return HTTPS.equals(endpoint.getScheme());
	}

	List<URI> endpoints() {
		return this.endpoints;
	}

	@Nullable Supplier<EtcdCredentials> credentials() {
		return this.credentials;
	}

	@Nullable Supplier<EtcdTls> tls() {
		return this.tls;
	}

	static int port(URI endpoint) {
		return (endpoint.getPort() > 0) ? endpoint.getPort() : STANDARD_PORT;
	}

	/** Hosts and ports, without anything secret. */
	@Override
	public String toString() {
		return this.endpoints.stream().map(EtcdTarget::address).collect(Collectors.joining(","));
	}

	static String address(URI endpoint) {
		return endpoint.getHost() + ":" + port(endpoint);
	}

}
