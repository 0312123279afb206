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

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchResponse;
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
final class NamespaceWatch implements ReconnectingWatch.Source, WatchStream.Receiver {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private final ReconnectingWatch watch;

	private final EtcdSessions sessions;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final String namespace;

	private @Nullable EtcdSession session;

	private @Nullable CompletableFuture<Metadata> login;

	private volatile @Nullable WatchStream stream;

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
		CompletableFuture<Metadata> pending = current.login(ReconnectingWatch.LOOK_INTERVAL.toNanos());
		this.session = current;
		this.login = pending;
		this.answered = true;
		CompletableFuture<?> unused = pending.whenComplete((headers, failure) -> this.watch.execute(() -> {
			if (this.watch.isClosed() || attempt != this.watch.attempt()) {
				return;
			}
			if (failure != null) {
				Throwable cause = failure.getCause();
				this.watch.lost((failure instanceof CompletionException && cause != null) ? cause : failure);
			}
			else {
				this.stream = WatchStream.open(current, headers, this.names.ofNamespace(this.namespace), this.watch,
						this);
			}
		}));
	}

	@Override
	public void received(WatchStream from, WatchResponse response) {
		if (!from.equals(this.stream) || this.watch.isClosed()) {
			return;
		}
		this.answered = true;
		if (response.getCanceled()) {
			this.watch
				.lost(Status.FAILED_PRECONDITION.withDescription(response.getCancelReason()).asRuntimeException());
		}
		else if (response.getCreated()) {
			this.watch.confirmed();
		}
		else {
			process(response);
		}
	}

	private void process(WatchResponse response) {
		Set<String> free = new LinkedHashSet<>();
		for (Event event : response.getEventsList()) {
			EtcdKeys.Place place = this.names.placeOf(this.namespace, event.getKv().getKey());
			if (place != null && this.views.changed(place, event)) {
				free.add(place.key().election());
			}
		}
		free.forEach(this.watch::notified);
	}

	@Override
	public void ended(WatchStream from, Status status) {
		if (from.equals(this.stream)) {
			this.watch.lost(status.asRuntimeException());
		}
	}

	@Override
	public void check() {
		WatchStream opened = this.stream;
		if (opened == null) {
			return;
		}
		if (!this.answered) {
			this.watch.lost(Status.DEADLINE_EXCEEDED.asRuntimeException());
			return;
		}
		this.answered = false;
		opened.ping();
	}

	/**
	 * Drops the stream and its session, so that the next attempt can use another
	 * endpoint.
	 */
	@Override
	public void leave() {
		WatchStream ending = this.stream;
		this.stream = null;
		EtcdSession former = this.session;
		this.session = null;
		if (ending != null) {
			ending.cancel();
		}
		if (former != null) {
			if (this.login != null) {
				former.forget(this.login);
			}
			this.sessions.drop(former);
		}
	}

	@Override
	public void close() {
		WatchStream ending = this.stream;
		if (ending != null) {
			ending.cancel();
		}
	}

	@Override
	public String describe(Throwable failure) {
		LeaseStoreException described = (failure instanceof LeaseStoreException known) ? known
				: EtcdFailures.ofCall("Watch", String.valueOf(this.session), ReconnectingWatch.LOOK_INTERVAL, failure);
		return String.valueOf(described.getMessage());
	}

}
