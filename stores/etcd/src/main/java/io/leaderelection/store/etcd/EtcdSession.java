/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC channel to one endpoint, with the login there. The channel connects with the
 * first call.
 */
final class EtcdSession {

	private static final Metadata.Key<String> TOKEN = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

	private final URI endpoint;

	private final ManagedChannel channel;

	private final @Nullable Supplier<EtcdCredentials> credentials;

	private @Nullable CompletableFuture<Metadata> login;

	EtcdSession(URI endpoint, ManagedChannel channel, @Nullable Supplier<EtcdCredentials> credentials) {
		this.endpoint = endpoint;
		this.channel = channel;
		this.credentials = credentials;
	}

	ManagedChannel channel() {
		return this.channel;
	}

	/**
	 * Logs in. Returns the existing login if there is one, complete or pending.
	 * @param nanos the timeout of the login, in nanoseconds
	 * @return the headers that authenticate a call
	 */
	synchronized CompletableFuture<Metadata> login(long nanos) {
		if (this.login == null || this.login.isCompletedExceptionally()) {
			this.login = (this.credentials != null) ? authenticate(this.credentials.get(), nanos)
					: CompletableFuture.completedFuture(new Metadata());
		}
		return this.login;
	}

	private CompletableFuture<Metadata> authenticate(EtcdCredentials user, long nanos) {
		AuthenticateRequest request = AuthenticateRequest.newBuilder()
			.setName(user.username())
			.setPassword(user.password())
			.build();
		return SingleAnswer.call(this.channel, AuthGrpc.getAuthenticateMethod(), request, new Metadata(), nanos)
			.thenApply((answer) -> {
				Metadata headers = new Metadata();
				headers.put(TOKEN, answer.getToken());
				return headers;
			});
	}

	/** Removes a login that the server no longer accepts. */
	@SuppressWarnings("ReferenceEquality") // another login is another object
	synchronized void forget(CompletableFuture<Metadata> stale) {
		if (stale == this.login) {
			this.login = null;
		}
	}

	<Q, A> CompletableFuture<A> call(MethodDescriptor<Q, A> method, Q request, Metadata headers, long nanos) {
		return SingleAnswer.call(this.channel, method, request, headers, nanos);
	}

	/** Accepts no more calls. Pending calls continue until they end or time out. */
	void retire() {
		this.channel.shutdown();
	}

	/** Closes the channel and cancels pending calls. */
	void end() {
		this.channel.shutdownNow();
	}

	@Override
	public String toString() {
		return EtcdTarget.address(this.endpoint);
	}

}
