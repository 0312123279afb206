/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchProgressRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.ReconnectingWatch;
import org.jspecify.annotations.Nullable;

/**
 * Watches the elections of a namespace, and reconnects whenever the stream ends. The
 * watch is live from the server's confirmation until the stream ends or a ping is not
 * answered. All state is used on the scheduler's thread.
 */
final class NamespaceWatch implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	/** Makes a server without a quorum end the watch instead of staying silent. */
	private static final Metadata.Key<String> HAS_LEADER = Metadata.Key.of("hasleader",
			Metadata.ASCII_STRING_MARSHALLER);

	private final ReconnectingWatch watch;

	private final EtcdSessions sessions;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final String namespace;

	private @Nullable EtcdSession session;

	private volatile @Nullable ClientCall<WatchRequest, WatchResponse> stream;

	/** Whether a response has arrived since the last ping. */
	private boolean answered;

	NamespaceWatch(ReconnectingWatch watch, EtcdSessions sessions, EtcdKeys names, ElectionViews views,
			String namespace) {
		this.watch = watch;
		this.sessions = sessions;
		this.names = names;
		this.views = views;
		this.namespace = namespace;
	}

	@Override
	public void begin() {
		long attempt = this.watch.attempt();
		EtcdSession current = this.sessions.current();
		this.session = current;
		this.answered = true;
		CompletableFuture<?> unused = current.login(ReconnectingWatch.LOOK_INTERVAL.toNanos())
			.whenComplete((login, failure) -> during(attempt, () -> {
				if (failure != null) {
					this.watch.lost(failure);
				}
				else {
					open(current, login, attempt);
				}
			}));
	}

	/** Runs a step unless another attempt has begun. */
	private void during(long attempt, Runnable step) {
		this.watch.execute(() -> {
			if (attempt == this.watch.attempt() && !this.watch.isClosed()) {
				step.run();
			}
		});
	}

	private void open(EtcdSession current, Metadata login, long attempt) {
		Metadata headers = new Metadata();
		headers.merge(login);
		headers.put(HAS_LEADER, "true");
		ClientCall<WatchRequest, WatchResponse> call = current.start(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT,
				headers, new ClientCall.Listener<>() {

					@Override
					public void onMessage(WatchResponse response) {
						during(attempt, () -> received(response));
					}

					@Override
					public void onClose(Status status, Metadata trailers) {
						during(attempt, () -> NamespaceWatch.this.watch.lost(status.asRuntimeException()));
					}

				});
		this.stream = call;
		ByteString prefix = this.names.ofNamespace(this.namespace);
		call.request(1);
		call.sendMessage(WatchRequest.newBuilder()
			.setCreateRequest(WatchCreateRequest.newBuilder().setKey(prefix).setRangeEnd(EtcdKeys.endOf(prefix)))
			.build());
	}

	private void received(WatchResponse response) {
		ClientCall<WatchRequest, WatchResponse> call = this.stream;
		if (call == null) {
			return;
		}
		this.answered = true;
		if (response.getCanceled()) {
			this.watch
				.lost(Status.FAILED_PRECONDITION.withDescription(response.getCancelReason()).asRuntimeException());
			return;
		}
		if (response.getCreated()) {
			this.watch.confirmed();
		}
		Set<String> free = new LinkedHashSet<>();
		for (Event event : response.getEventsList()) {
			EtcdKeys.Place place = this.names.placeOf(this.namespace, event.getKv().getKey());
			if (place != null && this.views.changed(place, event)) {
				free.add(place.key().election());
			}
		}
		free.forEach(this.watch::notified);
		call.request(1);
	}

	@Override
	public void check() {
		ClientCall<WatchRequest, WatchResponse> call = this.stream;
		if (call == null) {
			return;
		}
		if (!this.answered) {
			this.watch.lost(Status.DEADLINE_EXCEEDED.asRuntimeException());
			return;
		}
		this.answered = false;
		call.sendMessage(
				WatchRequest.newBuilder().setProgressRequest(WatchProgressRequest.getDefaultInstance()).build());
	}

	/**
	 * Drops the stream and its session, so that the next attempt can use another
	 * endpoint.
	 */
	@Override
	public void leave() {
		close();
		this.stream = null;
		EtcdSession former = this.session;
		this.session = null;
		if (former != null) {
			this.sessions.drop(former);
		}
	}

	@Override
	public void close() {
		ClientCall<WatchRequest, WatchResponse> call = this.stream;
		if (call != null) {
			call.cancel("given up", null);
		}
	}

	@Override
	public String describe(Throwable failure) {
		Throwable cause = failure.getCause();
		LeaseStoreException described = EtcdFailures.ofCall("Watch", String.valueOf(this.session),
				ReconnectingWatch.LOOK_INTERVAL,
				(failure instanceof CompletionException && cause != null) ? cause : failure);
		return String.valueOf(described.getMessage());
	}

}
