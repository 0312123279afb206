/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.function.Supplier;

import javax.net.ssl.SSLException;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.leaderelection.store.support.LeaseStoreException;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Creates channels to a single endpoint without automatic retries.
 */
final class Channels {

	/** Limits a connection attempt, so that the next endpoint is tried in time. */
	private static final int CONNECT_TIMEOUT_MILLIS = 2000;

	/**
	 * Exceeds the answer to a full chunk of records, even if each exceeds the legal size.
	 */
	private static final int MAX_ANSWER = 16 * 1024 * 1024;

	private Channels() {
	}

	static ManagedChannel open(URI endpoint, @Nullable Supplier<EtcdTls> tls) {
		NettyChannelBuilder builder = NettyChannelBuilder.forAddress(endpoint.getHost(), EtcdTarget.port(endpoint))
			.directExecutor()
			.withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
			.maxInboundMessageSize(MAX_ANSWER)
			.disableServiceConfigLookUp()
			.disableRetry();
		return (tls != null) ? builder.sslContext(context(tls.get())).build() : builder.usePlaintext().build();
	}

	private static SslContext context(EtcdTls tls) {
		SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forClient());
		if (tls.keys() != null) {
			builder.keyManager(tls.keys());
		}
		if (tls.trust() != null) {
			builder.trustManager(tls.trust());
		}
		if (!tls.protocols().isEmpty()) {
			builder.protocols(tls.protocols());
		}
		if (!tls.ciphers().isEmpty()) {
			builder.ciphers(tls.ciphers());
		}
		try {
			return builder.build();
		}
		catch (SSLException ex) {
			throw new LeaseStoreException("SSL for etcd cannot be set up: " + ex.getMessage()
					+ ". Correct the SSL settings of leader-election.etcd", ex);
		}
	}

}
