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
import java.util.concurrent.ThreadLocalRandom;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Metadata;
import io.grpc.Status;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the elections of a namespace, and begins again whenever that ends. It is live
 * from the server's confirmation until the stream ends or stays without a sign of life.
 * All its state is used on the scheduler's thread.
 */
final class NamespaceWatch implements LeaseStore.Watch, WatchStream.Receiver {

	private static final Logger logger = LoggerFactory.getLogger(NamespaceWatch.class);

	private static final Duration PING_INTERVAL = Duration.ofSeconds(5);

	private static final long FIRST_PAUSE = 50;

	private static final long LONGEST_PAUSE = 2000;

	private final EtcdSessions sessions;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final String namespace;

	private final HintListener listener;

	private final Scheduler scheduler;

	private volatile boolean closed;

	private @Nullable EtcdSession session;

	private @Nullable CompletableFuture<Metadata> login;

	private volatile @Nullable WatchStream stream;

	private boolean live;

	private boolean answered;

	private long pause = FIRST_PAUSE;

	private @Nullable String toldFailure;

	NamespaceWatch(EtcdSessions sessions, EtcdKeys names, ElectionViews views, String namespace, HintListener listener,
			Scheduler scheduler) {
		this.sessions = sessions;
		this.names = names;
		this.views = views;
		this.namespace = namespace;
		this.listener = listener;
		this.scheduler = scheduler;
	}

	void start() {
		this.scheduler.execute(() -> run(this::connect));
	}

	/** Whatever a step throws, the watch begins again. */
	private void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			try {
				tell(ex);
			}
			finally {
				giveUp();
			}
		}
	}

	private void connect() {
		if (this.closed || this.session != null) {
			return;
		}
		EtcdSession current = this.sessions.current();
		CompletableFuture<Metadata> pending = current.login(PING_INTERVAL.toNanos());
		this.session = current;
		this.login = pending;
		CompletableFuture<?> unused = pending
			.whenComplete((headers, failure) -> this.scheduler.execute(() -> run(() -> {
				if (failure != null) {
					Throwable cause = failure.getCause();
					tell((failure instanceof CompletionException && cause != null) ? cause : failure);
					giveUp();
				}
				else {
					open(current, headers);
				}
			})));
	}

	private void open(EtcdSession current, Metadata headers) {
		if (this.closed) {
			return;
		}
		this.answered = false;
		WatchStream opened = WatchStream.open(current, headers, this.names.ofNamespace(this.namespace), this.scheduler,
				this);
		this.stream = opened;
		this.scheduler.schedule(PING_INTERVAL, () -> run(() -> ping(opened)));
	}

	@Override
	public void received(WatchStream from, WatchResponse response) {
		run(() -> receive(from, response));
	}

	private void receive(WatchStream from, WatchResponse response) {
		if (!from.equals(this.stream) || this.closed) {
			return;
		}
		this.answered = true;
		if (response.getCanceled()) {
			ended(from, Status.FAILED_PRECONDITION.withDescription(response.getCancelReason()));
		}
		else if (response.getCreated() && !this.live) {
			this.live = true;
			this.pause = FIRST_PAUSE;
			this.toldFailure = null;
			tellLive(true);
		}
		else {
			take(response);
		}
	}

	private void take(WatchResponse response) {
		Set<String> free = new LinkedHashSet<>();
		for (Event event : response.getEventsList()) {
			EtcdKeys.Place place = this.names.placeOf(this.namespace, event.getKv().getKey());
			if (place != null && this.views.changed(place, event)) {
				free.add(place.key().election());
			}
		}
		free.forEach(this::hint);
	}

	@Override
	public void ended(WatchStream from, Status status) {
		if (!from.equals(this.stream)) {
			return;
		}
		if (!this.closed) {
			tell(status.asRuntimeException());
		}
		giveUp();
	}

	private void ping(WatchStream opened) {
		if (!opened.equals(this.stream) || this.closed) {
			return;
		}
		if (!this.answered) {
			tell(Status.DEADLINE_EXCEEDED.asRuntimeException());
			giveUp();
			return;
		}
		this.answered = false;
		opened.ping();
		this.scheduler.schedule(PING_INTERVAL, () -> run(() -> ping(opened)));
	}

	/** Gives up what there is, and begins again later, elsewhere if there is a choice. */
	private void giveUp() {
		try {
			leave();
		}
		finally {
			if (!this.closed) {
				connectLater();
			}
		}
	}

	private void leave() {
		if (this.live) {
			this.live = false;
			if (!this.closed) {
				tellLive(false);
			}
		}
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

	private void connectLater() {
		long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
		this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
		this.scheduler.schedule(Duration.ofMillis(jittered), () -> run(this::connect));
	}

	private void hint(String election) {
		try {
			this.listener.hint(election);
		}
		catch (Throwable ex) {
			logger.warn("A hint was not taken", ex);
		}
	}

	private void tellLive(boolean confirmed) {
		try {
			this.listener.live(confirmed);
		}
		catch (Throwable ex) {
			logger.warn("The state of a subscription was not taken", ex);
		}
	}

	private void tell(Throwable failure) {
		LeaseStoreException told = (failure instanceof LeaseStoreException known) ? known
				: EtcdFailures.ofCall("Watch", String.valueOf(this.session), PING_INTERVAL, failure);
		String text = String.valueOf(told.getMessage());
		if (!text.equals(this.toldFailure)) {
			this.toldFailure = text;
			logger.warn("Leader election gets no hints from etcd for now and asks at intervals: {}", text);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		// The scheduler may be closed before it comes to it
		WatchStream ending = this.stream;
		if (ending != null) {
			ending.cancel();
		}
		this.scheduler.execute(this::giveUp);
	}

}
