/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * A call with one request and one response, also for a streaming method.
 *
 * @param <A> the type of the response
 */
final class SingleAnswer<A> extends ClientCall.Listener<A> {

	private final CompletableFuture<A> future = new CompletableFuture<>();

	private SingleAnswer() {
	}

	/**
	 * Sends a request.
	 * @param nanos the deadline of the call, in nanoseconds from now; the server knows it
	 * too
	 * @return the response, or a failure with a status
	 */
	static <Q, A> CompletableFuture<A> call(ManagedChannel channel, MethodDescriptor<Q, A> method, Q request,
			Metadata headers, long nanos) {
		SingleAnswer<A> answer = new SingleAnswer<>();
		ClientCall<Q, A> call = channel.newCall(method,
				CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS));
		Metadata merged = new Metadata();
		merged.merge(headers);
		call.start(answer, merged);
		// A second response is not expected, but would have to be received before the
		// call ends
		call.request(2);
		call.sendMessage(request);
		call.halfClose();
		return answer.future;
	}

	@Override
	public void onMessage(A message) {
		this.future.complete(message);
	}

	@Override
	public void onClose(Status status, Metadata trailers) {
		if (status.isOk()) {
			status = Status.INTERNAL.withDescription("the call ended without an answer");
		}
		this.future.completeExceptionally(status.asRuntimeException(trailers));
	}

}
