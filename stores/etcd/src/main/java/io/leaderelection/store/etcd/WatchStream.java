/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchProgressRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.leaderelection.store.support.ReconnectingWatch;

/**
 * A watch stream over all keys with a prefix. Passes responses to a {@link Receiver} on
 * the thread of a {@link ReconnectingWatch}, and must be used on that thread.
 */
final class WatchStream {

	/** Makes a server without a quorum end the watch instead of staying silent. */
	private static final Metadata.Key<String> HAS_LEADER = Metadata.Key.of("hasleader",
			Metadata.ASCII_STRING_MARSHALLER);

	private final ClientCall<WatchRequest, WatchResponse> call;

	private WatchStream(ClientCall<WatchRequest, WatchResponse> call) {
		this.call = call;
	}

	static WatchStream open(EtcdSession session, Metadata login, ByteString prefix, ReconnectingWatch watch,
			Receiver receiver) {
		ClientCall<WatchRequest, WatchResponse> call = session.channel()
			.newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT);
		WatchStream stream = new WatchStream(call);
		Metadata headers = new Metadata();
		headers.merge(login);
		headers.put(HAS_LEADER, "true");
		call.start(new ClientCall.Listener<>() {

			@Override
			public void onMessage(WatchResponse response) {
				watch.execute(() -> {
					receiver.received(stream, response);
					call.request(1);
				});
			}

			@Override
			public void onClose(Status status, Metadata trailers) {
				watch.execute(() -> receiver.ended(stream, status));
			}

		}, headers);
		call.request(1);
		call.sendMessage(WatchRequest.newBuilder()
			.setCreateRequest(WatchCreateRequest.newBuilder().setKey(prefix).setRangeEnd(EtcdKeys.endOf(prefix)))
			.build());
		return stream;
	}

	/** Requests a progress response, to check that the stream is alive. */
	void ping() {
		this.call.sendMessage(
				WatchRequest.newBuilder().setProgressRequest(WatchProgressRequest.getDefaultInstance()).build());
	}

	void cancel() {
		this.call.cancel("given up", null);
	}

	/**
	 * Receives the responses of a watch stream.
	 */
	interface Receiver {

		void received(WatchStream from, WatchResponse response);

		void ended(WatchStream from, Status status);

	}

}
