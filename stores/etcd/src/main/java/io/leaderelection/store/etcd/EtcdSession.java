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
 * A channel to an endpoint, and the login there. Connects with the first call.
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
	 * Logs in, unless that was done or is under way.
	 * @param nanos how long it may take
	 * @return the headers that show it
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
		return SingleAnswer.ask(this.channel, AuthGrpc.getAuthenticateMethod(), request, new Metadata(), nanos)
			.thenApply((answer) -> {
				Metadata headers = new Metadata();
				headers.put(TOKEN, answer.getToken());
				return headers;
			});
	}

	/** The server knows a login no more. */
	@SuppressWarnings("ReferenceEquality") // another login is another object
	synchronized void forget(CompletableFuture<Metadata> stale) {
		if (stale == this.login) {
			this.login = null;
		}
	}

	<Q, A> CompletableFuture<A> ask(MethodDescriptor<Q, A> method, Q question, Metadata headers, long nanos) {
		return SingleAnswer.ask(this.channel, method, question, headers, nanos);
	}

	/** Takes no more calls; those under way go on to their end or their timeout. */
	void retire() {
		this.channel.shutdown();
	}

	/** Ends everything. */
	void end() {
		this.channel.shutdownNow();
	}

	@Override
	public String toString() {
		return EtcdTarget.address(this.endpoint);
	}

}
