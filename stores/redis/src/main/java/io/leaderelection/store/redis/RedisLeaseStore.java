/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease store over Redis. Opened by {@link RedisLeaseStoreFactory}.
 * <p>
 * A batch is one script call for each namespace. All calls use one connection, which only
 * this store uses. A record is a hash without a time to live; the script decides by the
 * server's clock whether a lease has expired. Commands on a lost connection are never
 * sent again.
 */
final class RedisLeaseStore implements LeaseStore {

	private static final Logger logger = LoggerFactory.getLogger(RedisLeaseStore.class);

	private final RedisTarget target;

	private final RedisKeys names;

	private final Scheduler scheduler;

	private final RedisConnector connector;

	/** Its threads start with the first watch. */
	private final RedisConnector watchConnector;

	private final ScriptCaller caller;

	private final LeaseScript<Acquire, Outcome.OfAcquire> acquire;

	private final LeaseScript<Renew, Outcome.OfRenew> renew;

	private final LeaseScript<Release, Outcome.OfRelease> release;

	private final LeaseScript<ElectionKey, Outcome.OfObserve> observe;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("Redis");

	private final AtomicBoolean notificationFailureLogged = new AtomicBoolean();

	/**
	 * Opens the store.
	 * @param target the address of Redis
	 * @param settings the settings
	 * @param sources returns the text of a file of the scripts by its name
	 * @param time the clock and the threads
	 */
	RedisLeaseStore(RedisTarget target, RedisStoreSettings settings, UnaryOperator<String> sources, TimeSystem time) {
		this.target = target;
		this.names = new RedisKeys(settings.keyPrefix());
		this.scheduler = time.scheduler("leader-election-redis-timer");
		SchedulerTimer timer = new SchedulerTimer(this.scheduler);
		boolean pinned = settings.waitReplicas() > 0;
		this.connector = new RedisConnector(target, "leader-election-redis", timer, pinned);
		this.watchConnector = new RedisConnector(target, "leader-election-redis-watch", timer, pinned);
		this.caller = new ScriptCaller(target, this.connector::connect, time.ticker(), settings.waitReplicas());
		ScriptArguments arguments = new ScriptArguments(this.names, settings.assumeFresh());
		this.acquire = LeaseScript.of("acquire", sources, Acquire::key, arguments::ofAcquire, Outcome.OfAcquire.class);
		this.renew = LeaseScript.of("renew", sources, Renew::key, arguments::ofRenew, Outcome.OfRenew.class);
		this.release = LeaseScript.of("release", sources, Release::key, arguments::ofRelease, Outcome.OfRelease.class);
		this.observe = LeaseScript.of("observe", sources, Function.identity(), (batch) -> List.of(),
				Outcome.OfObserve.class);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(this.acquire, batch, timeout);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(this.renew, batch, timeout);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(this.release, batch, timeout);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(this.observe, batch, timeout);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("Redis", listener, this.scheduler, NotificationSubscription.LONGEST_PAUSE),
				(watch) -> watch.start(new NotificationSubscription(watch, this.watchConnector::connectPubSub,
						this.names.channel(namespace), this.target)));
	}

	@Override
	public void close() {
		this.watches.close(this.watchConnector::close);
		this.caller.close();
		this.connector.close();
		this.scheduler.close();
	}

	/**
	 * Calls a script for each namespace. Usually there is only one namespace, whose
	 * exception is thrown as it is.
	 */
	private <C, O extends Outcome> List<O> each(LeaseScript<C, O> script, List<C> batch, Duration timeout) {
		Map<String, List<C>> namespaces = batch.stream()
			.collect(Collectors.groupingBy((item) -> script.key().apply(item).namespace()));
		if (namespaces.size() == 1) {
			return ofNamespace(script, batch, timeout);
		}
		Map<C, O> outcomes = new HashMap<>();
		for (List<C> part : namespaces.values()) {
			List<O> answers;
			try {
				answers = ofNamespace(script, part, timeout.dividedBy(namespaces.size()));
			}
			catch (LeaseStoreException ex) {
				answers = Collections.nCopies(part.size(), script.outcomes().cast(new Outcome.Unknown(ex)));
			}
			for (int i = 0; i < part.size(); i++) {
				outcomes.put(part.get(i), answers.get(i));
			}
		}
		return batch.stream().map((item) -> Objects.requireNonNull(outcomes.get(item))).toList();
	}

	private <C, O extends Outcome> List<O> ofNamespace(LeaseScript<C, O> script, List<C> part, Duration timeout) {
		String[] keys = part.stream().map(script.key()).map(this.names::record).toArray(String[]::new);
		List<List<String>> replies = this.caller.call(script, keys, part, timeout);
		List<O> outcomes = new ArrayList<>(keys.length);
		for (int i = 0; i < keys.length; i++) {
			warnOfLostNotification(ScriptReplies.notificationFailure(replies.get(i)));
			outcomes.add(ScriptReplies.outcome(script.outcomes(), keys[i], replies.get(i)));
		}
		return outcomes;
	}

	private void warnOfLostNotification(@Nullable String failure) {
		if (failure != null && this.notificationFailureLogged.compareAndSet(false, true)) {
			logger.warn("A release could not be published to waiting candidates, which therefore detect it later: {}",
					failure);
		}
	}

}
