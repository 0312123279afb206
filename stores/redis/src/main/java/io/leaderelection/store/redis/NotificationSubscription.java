/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.ReconnectingWatch;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a channel over its own connection. It is live from the server's
 * confirmation until the connection ends or a ping is not answered.
 */
final class NotificationSubscription implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private final ReconnectingWatch watch;

	private final Supplier<CompletionStage<? extends StatefulRedisPubSubConnection<String, String>>> connector;

	private final String channel;

	private final RedisTarget target;

	private @Nullable StatefulRedisPubSubConnection<String, String> connection;

	/** Whether the server has answered the last ping. */
	private boolean answered;

	NotificationSubscription(ReconnectingWatch watch,
			Supplier<CompletionStage<? extends StatefulRedisPubSubConnection<String, String>>> connector,
			String channel, RedisTarget target) {
		this.watch = watch;
		this.connector = connector;
		this.channel = channel;
		this.target = target;
	}

	@Override
	public void begin() {
		long attempt = this.watch.attempt();
		this.answered = true;
		this.connector.get().whenComplete((made, failure) -> this.watch.execute(() -> {
			if (failure == null) {
				subscribe(attempt, made);
			}
			else if (attempt == this.watch.attempt()) {
				this.watch.lost(RedisFailures.ofConnect(this.target.toString(), failure));
			}
		}));
	}

	private void subscribe(long attempt, StatefulRedisPubSubConnection<String, String> made) {
		if (this.watch.isClosed() || attempt != this.watch.attempt()) {
			RedisConnector.close(made);
			return;
		}
		this.connection = made;
		made.addListener(new RedisPubSubAdapter<String, String>() {

			@Override
			public void message(String from, String message) {
				NotificationSubscription.this.watch.notified(message);
			}

		});
		made.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
				NotificationSubscription.this.watch.execute(() -> lost(made, null));
			}

		});
		made.async().subscribe(this.channel).whenComplete((done, failure) -> this.watch.execute(() -> {
			if (failure != null) {
				lost(made, RedisFailures.ofCall("subscribe", failure));
			}
			else if (made.equals(this.connection)) {
				this.answered = true;
				this.watch.confirmed();
			}
		}));
		if (!made.isOpen()) {
			lost(made, null);
		}
	}

	@Override
	public void check() {
		StatefulRedisPubSubConnection<String, String> made = this.connection;
		if (made == null) {
			return;
		}
		if (!this.answered) {
			lost(made, null);
			return;
		}
		this.answered = false;
		made.async().ping().whenComplete((pong, failure) -> this.watch.execute(() -> {
			// An error is also an answer
			if (made.equals(this.connection)) {
				this.answered = true;
			}
		}));
	}

	private void lost(StatefulRedisPubSubConnection<String, String> ended, @Nullable Throwable failure) {
		if (ended.equals(this.connection)) {
			this.watch.lost(failure);
		}
	}

	@Override
	public void leave() {
		StatefulRedisPubSubConnection<String, String> made = this.connection;
		this.connection = null;
		if (made != null) {
			RedisConnector.close(made);
		}
	}

	@Override
	public String describe(Throwable failure) {
		LeaseStoreException described = (failure instanceof LeaseStoreException known) ? known
				: RedisFailures.ofConnect(this.target.toString(), failure);
		return String.valueOf(described.getMessage());
	}

}
