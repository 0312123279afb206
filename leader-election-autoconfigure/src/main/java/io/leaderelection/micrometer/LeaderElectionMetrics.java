/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;
import io.leaderelection.StuckTask;
import io.leaderelection.Transition;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.guard.GuardObserver;
import io.leaderelection.schedule.TickListener;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.tick.TickOutcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Binds the meters of leader election, which {@link MeterNames} lists. The meters of an
 * election are registered with the value zero when the election is joined and the context
 * is refreshed, or at its first change of state. They are removed when the context
 * closes.
 */
public class LeaderElectionMetrics implements MeterBinder, LeadershipListener, OperationListener, GuardObserver,
		TickListener, ApplicationListener<ContextRefreshedEvent>, DisposableBean {

	private final Supplier<LeaderElections> elections;

	private final Ticker ticker;

	private final boolean partitions;

	private final List<RegistryMeters> registries = new CopyOnWriteArrayList<>();

	private final Map<String, GuardedCalls> guarded = new ConcurrentHashMap<>();

	/** The names of ticks by election. */
	private final Map<String, Set<String>> ticks = new ConcurrentHashMap<>();

	private final Map<String, Long> grantedAt = new ConcurrentHashMap<>();

	private final Map<String, Long> vacantAt = new ConcurrentHashMap<>();

	/**
	 * Creates the binder.
	 * @param elections supplies the elections when meters are bound
	 * @param ticker measures terms and vacancies
	 * @param partitions whether each partition of an election has separate meters
	 */
	public LeaderElectionMetrics(Supplier<LeaderElections> elections, Ticker ticker, boolean partitions) {
		this.elections = elections;
		this.ticker = ticker;
		this.partitions = partitions;
	}

	@Override
	public synchronized void bindTo(MeterRegistry registry) {
		RegistryMeters meters = new RegistryMeters(registry, this.elections.get(), this.partitions);
		this.registries.add(meters);
		this.guarded.forEach((name,
				calls) -> this.elections.get().find(name).ifPresent((election) -> calls.addTo(meters.of(election))));
		registerElections();
		this.ticks.forEach((name, ticks) -> this.elections.get()
			.find(name)
			.ifPresent((election) -> ticks.forEach((tick) -> announce(meters.of(election), tick))));
	}

	private static void announce(ElectionMeters meters, String tick) {
		for (TickOutcome outcome : TickOutcome.values()) {
			meters.ticks(tick, outcome);
		}
	}

	@Override
	public void announced(String election, String tick) {
		this.ticks.computeIfAbsent(election, (name) -> ConcurrentHashMap.newKeySet()).add(tick);
		each(election, (meters) -> announce(meters, tick));
	}

	@Override
	public void counted(String election, String tick, TickOutcome outcome, int number) {
		each(election, (meters) -> meters.ticks(tick, outcome).increment(number));
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		registerElections();
	}

	private void registerElections() {
		this.elections.get().all().forEach((election) -> this.registries.forEach((meters) -> meters.of(election)));
	}

	@Override
	public synchronized Recorder forElection(String name) {
		GuardedCalls known = this.guarded.get(name);
		if (known != null) {
			return known;
		}
		GuardedCalls calls = new GuardedCalls();
		this.guarded.put(name, calls);
		each(name, (meters) -> calls.addTo(meters));
		return calls;
	}

	@Override
	public void completed(String operation, String outcome, Duration took) {
		this.registries.forEach((meters) -> meters.completed(operation, outcome, took));
	}

	@Override
	public void transitioned(String election, Transition transition) {
		if (transition.to() == ElectionState.SUSPENDED) {
			// Its length does not measure a failover
			this.vacantAt.remove(election);
		}
		each(election, (meters) -> {
		});
	}

	@Override
	public void granted(Leadership leadership) {
		this.grantedAt.put(leadership.election(), this.ticker.nanos());
		each(leadership.election(), (meters) -> meters.granted().increment());
	}

	@Override
	public void revoked(Revocation revocation) {
		Long since = this.grantedAt.remove(revocation.election());
		long now = this.ticker.nanos();
		each(revocation.election(), (meters) -> {
			meters.revoked(revocation.cause()).increment();
			if (since != null) {
				meters.termEnded(Duration.ofNanos(now - since));
			}
		});
	}

	@Override
	public void taskStuck(StuckTask task) {
		each(task.election(), ElectionMeters::taskStuck);
	}

	@Override
	public void leaderChanged(LeaderChange change) {
		if (change.current() == null) {
			this.vacantAt.put(change.election(), this.ticker.nanos());
			return;
		}
		Long since = this.vacantAt.remove(change.election());
		if (since != null) {
			Duration vacancy = Duration.ofNanos(this.ticker.nanos() - since);
			each(change.election(), (meters) -> meters.failedOver(vacancy));
		}
	}

	private void each(String name, Consumer<ElectionMeters> action) {
		if (!this.registries.isEmpty()) {
			this.elections.get()
				.find(name)
				.ifPresent((election) -> this.registries.forEach((registry) -> action.accept(registry.of(election))));
		}
	}

	@Override
	public void destroy() {
		this.registries.forEach(RegistryMeters::remove);
		this.registries.clear();
	}

}
