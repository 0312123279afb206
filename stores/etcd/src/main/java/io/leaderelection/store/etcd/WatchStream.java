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
 * One watch of all keys that begin alike. Its events are handed on as steps of a
 * {@link ReconnectingWatch}, on whose thread its methods are called, too.
 */
final class WatchStream {

	/** A server without contact to a majority ends the watch in place of being silent. */
	private static final Metadata.Key<String> HAS_LEADER = Metadata.Key.of("hasleader",
			Metadata.ASCII_STRING_MARSHALLER);

	private final ClientCall<WatchRequest, WatchResponse> call;

	private WatchStream(ClientCall<WatchRequest, WatchResponse> call) {
		this.call = call;
	}

	static WatchStream open(EtcdSession session, Metadata login, ByteString beginning, ReconnectingWatch watch,
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
			.setCreateRequest(WatchCreateRequest.newBuilder().setKey(beginning).setRangeEnd(EtcdKeys.endOf(beginning)))
			.build());
		return stream;
	}

	/** Asks for a sign of life. */
	void ping() {
		this.call.sendMessage(
				WatchRequest.newBuilder().setProgressRequest(WatchProgressRequest.getDefaultInstance()).build());
	}

	void cancel() {
		this.call.cancel("given up", null);
	}

	/**
	 * Takes what a watch brings.
	 */
	interface Receiver {

		/** Something came. */
		void received(WatchStream from, WatchResponse response);

		/** Nothing more comes. */
		void ended(WatchStream from, Status status);

	}

}
