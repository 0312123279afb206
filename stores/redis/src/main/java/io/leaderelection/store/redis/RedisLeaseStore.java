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
import java.util.stream.Collectors;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
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

	private final boolean pinned;

	private final RedisConnector connector;

	private final SessionHolder sessions;

	private final ScriptCaller caller;

	private final ScriptCommand<Acquire, Outcome.OfAcquire> acquire;

	private final ScriptCommand<Renew, Outcome.OfRenew> renew;

	private final ScriptCommand<Release, Outcome.OfRelease> release;

	private final ScriptCommand<ElectionKey, Outcome.OfObserve> observe;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("Redis");

	/** Opened with the first watch; guarded by {@link #watches}. */
	private @Nullable RedisConnector watchConnector;

	private final AtomicBoolean notificationFailureLogged = new AtomicBoolean();

	RedisLeaseStore(RedisTarget target, RedisStoreSettings settings, LeaseScripts scripts, TimeSystem time) {
		this.target = target;
		this.names = new RedisKeys(settings.keyPrefix());
		this.scheduler = time.scheduler("leader-election-redis-timer");
		this.pinned = settings.waitReplicas() > 0;
		this.connector = RedisConnector.open(target, "leader-election-redis", this.scheduler, this.pinned);
		this.sessions = new SessionHolder(this.connector, target, time.ticker());
		this.caller = new ScriptCaller(this.sessions, this.names, time.ticker(), settings.waitReplicas());
		ScriptArguments arguments = new ScriptArguments(this.names, settings.assumeFresh());
		this.acquire = new ScriptCommand<>(scripts.acquire(), true, Acquire::key, arguments::ofAcquire,
				ScriptReplies::ofAcquire, Outcome.Unknown::new);
		this.renew = new ScriptCommand<>(scripts.renew(), true, Renew::key, arguments::ofRenew, ScriptReplies::ofRenew,
				Outcome.Unknown::new);
		this.release = new ScriptCommand<>(scripts.release(), false, Release::key, arguments::ofRelease, this::released,
				Outcome.Unknown::new);
		this.observe = new ScriptCommand<>(scripts.observe(), false, Function.identity(), (batch) -> List.of(),
				ScriptReplies::ofObserve, Outcome.Unknown::new);
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
				(watch) -> watch.start(new NotificationSubscription(watch, watchConnector(),
						this.names.channel(namespace), this.target)));
	}

	private RedisConnector watchConnector() {
		RedisConnector connector = this.watchConnector;
		if (connector == null) {
			connector = RedisConnector.open(this.target, "leader-election-redis-watch", this.scheduler, this.pinned);
			this.watchConnector = connector;
		}
		return connector;
	}

	@Override
	public void close() {
		this.watches.close(() -> {
			if (this.watchConnector != null) {
				this.watchConnector.close();
			}
		});
		this.sessions.close();
		this.connector.close();
		this.scheduler.close();
	}

	private Outcome.OfRelease released(String key, List<byte[]> parts) {
		String failure = ScriptReplies.notificationFailure(parts);
		if (failure != null && this.notificationFailureLogged.compareAndSet(false, true)) {
			logger.warn("A release could not be published to waiting candidates, which therefore detect it later: {}",
					failure);
		}
		return ScriptReplies.ofRelease(key, parts);
	}

	/**
	 * Calls a script for each namespace. Usually there is only one namespace, whose
	 * exception is thrown as it is.
	 */
	private <C, O extends Outcome> List<O> each(ScriptCommand<C, O> command, List<C> batch, Duration timeout) {
		Map<String, List<C>> namespaces = batch.stream()
			.collect(Collectors.groupingBy((item) -> command.key().apply(item).namespace()));
		if (namespaces.size() == 1) {
			return ofNamespace(command, batch, timeout);
		}
		Map<C, O> outcomes = new HashMap<>();
		for (List<C> part : namespaces.values()) {
			List<O> answers;
			try {
				answers = ofNamespace(command, part, timeout.dividedBy(namespaces.size()));
			}
			catch (LeaseStoreException ex) {
				answers = Collections.nCopies(part.size(), command.unknown().apply(ex));
			}
			for (int i = 0; i < part.size(); i++) {
				outcomes.put(part.get(i), answers.get(i));
			}
		}
		return batch.stream().map((item) -> Objects.requireNonNull(outcomes.get(item))).toList();
	}

	private <C, O extends Outcome> List<O> ofNamespace(ScriptCommand<C, O> command, List<C> part, Duration timeout) {
		List<List<byte[]>> replies = this.caller.call(command, part, timeout);
		List<O> outcomes = new ArrayList<>(part.size());
		for (int i = 0; i < part.size(); i++) {
			String key = this.names.name(command.key().apply(part.get(i)));
			try {
				outcomes.add(command.outcome().apply(key, replies.get(i)));
			}
			catch (GarbageRecordException ex) {
				outcomes.add(command.unknown().apply(ex));
			}
			catch (RuntimeException ex) {
				outcomes.add(command.unknown().apply(ScriptReplies.notUnderstood(key, ex)));
			}
		}
		return outcomes;
	}

}
