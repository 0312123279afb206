/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elections over Redis. Opened by {@link RedisLeaseStoreFactory}.
 * <p>
 * A batch is one call of a script for each namespace, over one connection of its own. A
 * record is a hash without a time to live; the server's clock decides. What a lost
 * connection carried is never sent again.
 */
final class RedisLeaseStore implements LeaseStore {

	private static final Logger logger = LoggerFactory.getLogger(RedisLeaseStore.class);

	private final LeaseScripts scripts;

	private final RedisKeys names;

	private final Scheduler scheduler;

	private final RedisConnector connector;

	private final SessionHolder sessions;

	private final ScriptCaller caller;

	private final ScriptArguments arguments;

	private final HintSubscriptions subscriptions;

	private final AtomicBoolean hintFailureTold = new AtomicBoolean();

	RedisLeaseStore(RedisTarget target, RedisStoreSettings settings, LeaseScripts scripts, TimeSystem time) {
		this.scripts = scripts;
		this.names = new RedisKeys(settings.keyPrefix());
		this.arguments = new ScriptArguments(this.names, settings.assumeFresh());
		this.scheduler = time.scheduler("leader-election-redis-timer");
		RedisConnectors connectors = new RedisConnectors(target, this.scheduler, settings.waitReplicas() > 0);
		this.connector = connectors.open("leader-election-redis");
		this.sessions = new SessionHolder(this.connector, target, time.ticker());
		this.caller = new ScriptCaller(this.sessions, time.ticker(), settings.waitReplicas());
		this.subscriptions = new HintSubscriptions(connectors, this.names, this.scheduler, target);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, Acquire::key, (part) -> this.arguments.ofAcquire(this.scripts.acquire(), part), timeout,
				ScriptReply::ofAcquire, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, Renew::key, (part) -> this.arguments.ofRenew(this.scripts.renew(), part), timeout,
				ScriptReply::ofRenew, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, Release::key, (part) -> this.arguments.ofRelease(this.scripts.release(), part), timeout,
				this::released, Outcome.Unknown::new);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch, Function.identity(), (part) -> this.arguments.ofObserve(this.scripts.observe(), part),
				timeout, ScriptReply::ofObserve, Outcome.Unknown::new);
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		return this.subscriptions.subscribe(namespace, listener);
	}

	@Override
	public void close() {
		this.subscriptions.close();
		this.sessions.close();
		this.connector.close();
		this.scheduler.close();
	}

	private Outcome.OfRelease released(ScriptReply reply) {
		String failure = reply.hintFailure();
		if (failure != null && this.hintFailureTold.compareAndSet(false, true)) {
			logger.warn("A release could not be told to waiting candidates, which find it by themselves, but later: {}",
					failure);
		}
		return reply.ofRelease();
	}

	/**
	 * Calls a script for each namespace. Almost always there is one, whose failure is
	 * that of the call.
	 */
	private <C, O extends Outcome> List<O> each(List<C> batch, Function<C, ElectionKey> key,
			Function<List<C>, ScriptCall> call, Duration timeout, Function<ScriptReply, O> outcome,
			Function<Throwable, ? extends O> unknown) {
		Map<String, List<C>> namespaces = batch.stream()
			.collect(Collectors.groupingBy((command) -> key.apply(command).namespace(), LinkedHashMap::new,
					Collectors.toList()));
		if (namespaces.size() == 1) {
			return ofNamespace(batch, key, call, timeout, outcome, unknown);
		}
		Map<ElectionKey, O> outcomes = new HashMap<>();
		for (List<C> part : namespaces.values()) {
			List<O> answers;
			try {
				answers = ofNamespace(part, key, call, timeout.dividedBy(namespaces.size()), outcome, unknown);
			}
			catch (LeaseStoreException ex) {
				answers = part.stream().<O>map((command) -> unknown.apply(ex)).toList();
			}
			for (int i = 0; i < part.size(); i++) {
				outcomes.put(key.apply(part.get(i)), answers.get(i));
			}
		}
		return batch.stream().map((command) -> Objects.requireNonNull(outcomes.get(key.apply(command)))).toList();
	}

	private <C, O extends Outcome> List<O> ofNamespace(List<C> part, Function<C, ElectionKey> key,
			Function<List<C>, ScriptCall> call, Duration timeout, Function<ScriptReply, O> outcome,
			Function<Throwable, ? extends O> unknown) {
		ScriptAnswer answer = this.caller.call(call.apply(part), timeout);
		return ScriptReply.of(answer, this.names, part.stream().map(key).toList()).stream().<O>map((reply) -> {
			try {
				return outcome.apply(reply);
			}
			catch (RuntimeException ex) {
				return unknown.apply(reply.notUnderstood(ex));
			}
		}).toList();
	}

}
