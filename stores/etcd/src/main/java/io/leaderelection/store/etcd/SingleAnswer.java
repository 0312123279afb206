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
 * One question and one answer, also over a method that could stream more of them.
 *
 * @param <A> the type of the answer
 */
final class SingleAnswer<A> extends ClientCall.Listener<A> {

	private final CompletableFuture<A> future = new CompletableFuture<>();

	private SingleAnswer() {
	}

	/**
	 * Asks.
	 * @param nanos when to give up; the server is notified, too
	 * @return the answer, or a failure with a status
	 */
	static <Q, A> CompletableFuture<A> ask(ManagedChannel channel, MethodDescriptor<Q, A> method, Q question,
			Metadata headers, long nanos) {
		SingleAnswer<A> answer = new SingleAnswer<>();
		ClientCall<Q, A> call = channel.newCall(method,
				CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS));
		Metadata own = new Metadata();
		own.merge(headers);
		call.start(answer, own);
		// A second one is not expected, but would have to be taken before the end
		call.request(2);
		call.sendMessage(question);
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
