/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC channel to one endpoint without automatic retries, with the login there. The
 * channel connects with the first call.
 */
final class EtcdSession {

	private static final Metadata.Key<String> TOKEN = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

	/** Limits a connection attempt, so that the next endpoint is tried in time. */
	private static final int CONNECT_TIMEOUT_MILLIS = 2000;

	/**
	 * Exceeds the answer to a full chunk of records, even if each exceeds the legal size.
	 */
	private static final int MAX_ANSWER = 16 * 1024 * 1024;

	private final EtcdTarget target;

	private final URI endpoint;

	private final ManagedChannel channel;

	private @Nullable CompletableFuture<Metadata> login;

	EtcdSession(EtcdTarget target, URI endpoint) {
		this.target = target;
		this.endpoint = endpoint;
		NettyChannelBuilder builder = NettyChannelBuilder.forAddress(endpoint.getHost(), EtcdTarget.port(endpoint))
			.directExecutor()
			.withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
			.maxInboundMessageSize(MAX_ANSWER)
			.disableServiceConfigLookUp()
			.disableRetry();
		this.channel = (target.tls() != null) ? builder.sslContext(target.tls().get()).build()
				: builder.usePlaintext().build();
	}

	/**
	 * Logs in. Returns the existing login if there is one, complete or pending.
	 * @param nanos the timeout of the login, in nanoseconds
	 * @return the headers that authenticate a call
	 */
	synchronized CompletableFuture<Metadata> login(long nanos) {
		if (this.login == null || this.login.isCompletedExceptionally()) {
			this.login = (this.target.credentials() != null) ? authenticate(this.target.credentials().get(), nanos)
					: CompletableFuture.completedFuture(new Metadata());
		}
		return this.login;
	}

	private CompletableFuture<Metadata> authenticate(EtcdCredentials user, long nanos) {
		AuthenticateRequest request = AuthenticateRequest.newBuilder()
			.setName(user.username())
			.setPassword(user.password())
			.build();
		Deadline deadline = Deadline.after(nanos, TimeUnit.NANOSECONDS);
		return call(AuthGrpc.getAuthenticateMethod(), request, new Metadata(), deadline).handle((answer, failure) -> {
			if (failure != null) {
				throw EtcdFailures.ofCall("Authenticate", toString(), Duration.ofNanos(nanos), failure);
			}
			Metadata headers = new Metadata();
			headers.put(TOKEN, answer.getToken());
			return headers;
		});
	}

	/** Removes a login that the server no longer accepts. */
	synchronized void forgetLogin() {
		if (this.login != null && this.login.isDone()) {
			this.login = null;
		}
	}

	/**
	 * Sends one request, after a login if that has not happened yet.
	 * @param nanos the deadline of both, in nanoseconds from now; nothing is sent after
	 * it
	 * @return the response, or a failure with a status
	 */
	<Q, A> CompletableFuture<A> ask(MethodDescriptor<Q, A> method, Q request, long nanos) {
		Deadline deadline = Deadline.after(nanos, TimeUnit.NANOSECONDS);
		return login(nanos).thenCompose((headers) -> call(method, request, headers, deadline));
	}

	/**
	 * Sends one request and receives one response, also for a streaming method.
	 * @param headers the headers of the login
	 * @param deadline the deadline of the call; the server knows it too
	 * @return the response, or a failure with a status
	 */
	<Q, A> CompletableFuture<A> call(MethodDescriptor<Q, A> method, Q request, Metadata headers, Deadline deadline) {
		CompletableFuture<A> future = new CompletableFuture<>();
		ClientCall<Q, A> call = start(method, CallOptions.DEFAULT.withDeadline(deadline), headers,
				new ClientCall.Listener<>() {

					@Override
					public void onMessage(A message) {
						future.complete(message);
					}

					@Override
					public void onClose(Status status, Metadata trailers) {
						Status end = status.isOk() ? Status.INTERNAL.withDescription("the call ended without an answer")
								: status;
						future.completeExceptionally(end.asRuntimeException(trailers));
					}

				});
		// A second response is not expected, but would have to be received before the
		// call ends
		call.request(2);
		call.sendMessage(request);
		call.halfClose();
		return future;
	}

	/**
	 * Starts a call.
	 * @param headers the headers of the login, which are copied
	 */
	<Q, A> ClientCall<Q, A> start(MethodDescriptor<Q, A> method, CallOptions options, Metadata headers,
			ClientCall.Listener<A> listener) {
		ClientCall<Q, A> call = this.channel.newCall(method, options);
		Metadata copy = new Metadata();
		copy.merge(headers);
		call.start(listener, copy);
		return call;
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
