/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Scheduler;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription to a channel, over a connection of its own, that is made again whenever
 * it is lost. It is live from the server's confirmation until the connection ends or a
 * ping stays without answer. All its state is used on the scheduler's thread.
 */
final class HintSubscription implements LeaseStore.Watch {

	private static final Logger logger = LoggerFactory.getLogger(HintSubscription.class);

	private static final Duration PING_INTERVAL = Duration.ofSeconds(5);

	private static final long FIRST_PAUSE = 50;

	private static final long LONGEST_PAUSE = 2000;

	private final RedisConnector connector;

	private final byte[] channel;

	private final HintListener listener;

	private final Scheduler scheduler;

	private final RedisTarget target;

	private volatile boolean closed;

	private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection;

	private boolean live;

	private boolean answered;

	private long pause = FIRST_PAUSE;

	private @Nullable String toldFailure;

	HintSubscription(RedisConnector connector, byte[] channel, HintListener listener, Scheduler scheduler,
			RedisTarget target) {
		this.connector = connector;
		this.channel = channel;
		this.listener = listener;
		this.scheduler = scheduler;
		this.target = target;
	}

	void start() {
		runNow(this::connect);
	}

	private void runNow(Runnable step) {
		this.scheduler.execute(() -> run(step));
	}

	/** Whatever a step throws, the subscription is made again. */
	private void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			StatefulRedisPubSubConnection<byte[], byte[]> made = this.connection;
			if (made != null) {
				lost(made);
			}
			else {
				connectLater();
			}
			tell(RedisFailures.ofConnect(this.target.toString(), ex));
		}
	}

	private void connect() {
		if (this.closed) {
			return;
		}
		this.connector.connectPubSub().whenComplete((made, failure) -> runNow(() -> {
			if (failure != null) {
				tell(RedisFailures.ofConnect(this.target.toString(), failure));
				connectLater();
			}
			else {
				subscribe(made);
			}
		}));
	}

	private void subscribe(StatefulRedisPubSubConnection<byte[], byte[]> made) {
		if (this.closed || this.connection != null) {
			ClientSetup.close(made);
			return;
		}
		this.connection = made;
		made.addListener(new RedisPubSubAdapter<byte[], byte[]>() {

			@Override
			public void message(byte[] from, byte[] message) {
				hint(new String(message, StandardCharsets.UTF_8));
			}

		});
		made.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
				runNow(() -> lost(made));
			}

		});
		this.answered = false;
		made.async().subscribe(this.channel).whenComplete((done, failure) -> runNow(() -> {
			if (failure != null) {
				tell(RedisFailures.ofCall("subscribe", failure));
				lost(made);
			}
			else {
				confirmed(made);
			}
		}));
		this.scheduler.schedule(PING_INTERVAL, () -> run(() -> ping(made)));
		if (!made.isOpen()) {
			lost(made);
		}
	}

	private void confirmed(StatefulRedisPubSubConnection<byte[], byte[]> made) {
		if (made.equals(this.connection) && !this.closed && !this.live) {
			this.answered = true;
			this.live = true;
			this.pause = FIRST_PAUSE;
			this.toldFailure = null;
			tellLive(true);
		}
	}

	private void ping(StatefulRedisPubSubConnection<byte[], byte[]> made) {
		if (!made.equals(this.connection) || this.closed) {
			return;
		}
		if (!this.answered) {
			lost(made);
			return;
		}
		this.answered = false;
		made.async().ping().whenComplete((pong, failure) -> runNow(() -> {
			// An error is an answer too: the server is there
			if (made.equals(this.connection)) {
				this.answered = true;
			}
		}));
		this.scheduler.schedule(PING_INTERVAL, () -> run(() -> ping(made)));
	}

	private void lost(StatefulRedisPubSubConnection<byte[], byte[]> ended) {
		if (!ended.equals(this.connection)) {
			return;
		}
		this.connection = null;
		try {
			if (this.live) {
				this.live = false;
				if (!this.closed) {
					tellLive(false);
				}
			}
			ClientSetup.close(ended);
		}
		finally {
			connectLater();
		}
	}

	private void connectLater() {
		if (this.closed) {
			return;
		}
		long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
		this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
		this.scheduler.schedule(Duration.ofMillis(jittered), () -> run(this::connect));
	}

	private void hint(String election) {
		if (this.closed) {
			return;
		}
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

	private void tell(LeaseStoreException failure) {
		String text = String.valueOf(failure.getMessage());
		if (!text.equals(this.toldFailure)) {
			this.toldFailure = text;
			logger.warn("Leader election gets no hints from Redis for now and asks at intervals: {}", text);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.scheduler.execute(() -> {
			StatefulRedisPubSubConnection<byte[], byte[]> made = this.connection;
			if (made != null) {
				lost(made);
			}
		});
	}

}
