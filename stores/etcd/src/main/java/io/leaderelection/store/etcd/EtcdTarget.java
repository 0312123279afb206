/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.net.ssl.SSLException;

import io.grpc.netty.GrpcSslContexts;
import io.leaderelection.store.support.LeaseStoreException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The etcd cluster that stores the elections. Immutable.
 *
 * @param endpoints the servers. One is used at a time; if it fails, the next one is used
 * @param credentials supplies the credentials at each login, or {@code null} for none
 * @param tls supplies the TLS settings for each new connection, or {@code null} if the
 * endpoints are http
 */
public record EtcdTarget(List<URI> endpoints, @Nullable Supplier<EtcdCredentials> credentials,
		@Nullable Supplier<SslContext> tls) {

	private static final int STANDARD_PORT = 2379;

	private static final String HTTPS = "https";

	/**
	 * Creates a target.
	 * @param endpoints endpoints as {@code http://host:port} or
	 * {@code https://host:port}; at least one, all of the same scheme
	 * @param credentials supplies the credentials at each login, or {@code null} for none
	 * @param tls supplies the TLS settings for each new connection, or {@code null} for
	 * the defaults of https: the JDK's certificate authorities and no client certificate
	 * @throws IllegalArgumentException if there is no endpoint, an endpoint is not valid,
	 * the schemes differ, or there are TLS settings for http; the message names the
	 * problem
	 */
	public EtcdTarget {
		if (endpoints.isEmpty()) {
			throw new IllegalArgumentException("etcd has no endpoint. Name at least one, as http://host:2379");
		}
		endpoints.forEach(EtcdTarget::check);
		endpoints = List.copyOf(endpoints);
		if (endpoints.stream().map(EtcdTarget::isSecured).distinct().count() > 1) {
			throw new IllegalArgumentException(
					"Some endpoints of etcd are http and some are https. Use the same scheme for all");
		}
		boolean secured = isSecured(endpoints.get(0));
		if (tls != null && !secured) {
			throw new IllegalArgumentException(
					"The endpoint " + endpoints.get(0) + " of etcd is http. Use https with SSL settings");
		}
		tls = (tls == null && secured) ? () -> sslContext(GrpcSslContexts.forClient()) : tls;
	}

	/**
	 * Creates a target without a login, with the default TLS settings.
	 * @param endpoints endpoints as {@code http://host:port} or
	 * {@code https://host:port}; at least one, all of the same scheme
	 * @return the target
	 * @throws IllegalArgumentException if there is no endpoint, an endpoint is not valid,
	 * or the schemes differ; the message names the problem
	 */
	public static EtcdTarget of(List<URI> endpoints) {
		return new EtcdTarget(endpoints, null, null);
	}

	/**
	 * Builds TLS settings. The certificate and the host name of a server are always
	 * verified.
	 * @param settings the settings, from {@link GrpcSslContexts#forClient()}
	 * @return the context
	 * @throws LeaseStoreException if it cannot be built
	 */
	public static SslContext sslContext(SslContextBuilder settings) {
		try {
			return settings.build();
		}
		catch (SSLException ex) {
			throw new LeaseStoreException("SSL for etcd cannot be set up: " + ex.getMessage()
					+ ". Correct the SSL settings of leader-election.etcd", ex);
		}
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

	static int port(URI endpoint) {
		return (endpoint.getPort() > 0) ? endpoint.getPort() : STANDARD_PORT;
	}

	static String address(URI endpoint) {
		return endpoint.getHost() + ":" + port(endpoint);
	}

	/** Returns hosts and ports, without secrets. */
	@Override
	public String toString() {
		return this.endpoints.stream().map(EtcdTarget::address).collect(Collectors.joining(","));
	}

}
