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
 * The etcd cluster that stores the elections. Immutable.
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
	 * Creates a target for a cluster. One endpoint is used at a time; if it fails, the
	 * next one is used.
	 * @param endpoints endpoints as {@code http://host:port} or
	 * {@code https://host:port}; at least one, all of the same scheme
	 * @return the target
	 * @throws IllegalArgumentException if there is no endpoint, an endpoint is not valid,
	 * or the schemes differ; the message names the problem
	 */
	public static EtcdTarget of(Collection<URI> endpoints) {
		if (endpoints.isEmpty()) {
			throw new IllegalArgumentException("etcd has no endpoint. Name at least one, as http://host:2379");
		}
		endpoints.forEach(EtcdTarget::check);
		List<URI> all = List.copyOf(endpoints);
		if (all.stream().map(EtcdTarget::isSecured).distinct().count() > 1) {
			throw new IllegalArgumentException(
					"Some endpoints of etcd are http and some are https. Use the same scheme for all");
		}
		return new EtcdTarget(all, null, isSecured(all.get(0)) ? EtcdTls::standard : null);
	}

	/**
	 * Sets the user to log in as.
	 * @param credentials supplies the credentials at each login
	 * @return a new target with these credentials
	 */
	public EtcdTarget withCredentials(Supplier<EtcdCredentials> credentials) {
		return new EtcdTarget(this.endpoints, credentials, this.tls);
	}

	/**
	 * Sets the TLS settings of connections.
	 * @param tls supplies the settings for each new connection
	 * @return a new target with these settings
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
			// Not shown in full: it may contain a password
			throw new IllegalArgumentException("The endpoint '" + shown(endpoint) + "'"
					+ " of etcd is not valid. Write it as http://host:port or https://host:port, "
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

	/** Returns hosts and ports, without secrets. */
	@Override
	public String toString() {
		return this.endpoints.stream().map(EtcdTarget::address).collect(Collectors.joining(","));
	}

	static String address(URI endpoint) {
		return endpoint.getHost() + ":" + port(endpoint);
	}

}
