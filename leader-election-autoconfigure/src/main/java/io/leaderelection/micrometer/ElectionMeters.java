/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.work.tick.TickOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of one election, or of all partitions of one, in one registry.
 */
final class ElectionMeters {

	private final MeterRegistry registry;

	/** Strong references, because gauges only have weak ones. */
	private final List<LeaderElection> elections;

	private final Tags tags;

	private final List<Meter> meters = new CopyOnWriteArrayList<>();

	private final Timer term;

	private final Timer failover;

	private final Counter stuckTasks;

	ElectionMeters(MeterRegistry registry, List<LeaderElection> elections, Tags tags) {
		this.registry = registry;
		this.elections = elections;
		this.tags = tags;
		this.meters.add(Gauge.builder(MeterNames.LEADING, this.elections, ElectionMeters::leading)
			.description("Whether this instance leads the election, or how many of its partitions")
			.tags(tags)
			.register(registry));
		this.meters.add(Gauge.builder(MeterNames.VACANT, this.elections, ElectionMeters::vacant)
			.description("Whether no leader of the election is known, or of how many of its partitions")
			.tags(tags)
			.register(registry));
		this.meters.add(Gauge.builder(MeterNames.SUSPENDED, this.elections, ElectionMeters::suspended)
			.description("Whether this instance keeps the lease of the suspended election, or of how many partitions")
			.tags(tags)
			.register(registry));
		this.meters.add(Gauge.builder(MeterNames.PARTITIONS, this.elections, List::size)
			.description("Number of partitions of the election, 1 if it is not divided")
			.tags(tags)
			.register(registry));
		this.meters.add(TimeGauge
			.builder(MeterNames.LEASE_REMAINING, this.elections, TimeUnit.NANOSECONDS, ElectionMeters::leaseRemaining)
			.description("How long the terms of this instance last without a renewal, at least")
			.tags(tags)
			.register(registry));
		this.term = timer(MeterNames.TERM, "How long terms of this instance lasted");
		this.failover = timer(MeterNames.FAILOVER, "How long no leader was known between two leaders");
		this.stuckTasks = counter(MeterNames.TASK_STUCK,
				"Tasks that were cancelled and did not end within the drain timeout");
		granted();
		transition("revoked", TransitionCause.EXPIRED);
	}

	private static double leading(List<LeaderElection> elections) {
		return elections.stream().filter(LeaderElection::isLeader).count();
	}

	private static double vacant(List<LeaderElection> elections) {
		return elections.stream().filter((election) -> election.leader().isEmpty() && !isSuspended(election)).count();
	}

	private static double suspended(List<LeaderElection> elections) {
		return elections.stream().filter(ElectionMeters::isSuspended).count();
	}

	private static boolean isSuspended(LeaderElection election) {
		return election.status().state() == ElectionState.SUSPENDED;
	}

	private static double leaseRemaining(List<LeaderElection> elections) {
		return elections.stream()
			.flatMap((election) -> election.leadership().stream())
			.mapToDouble((term) -> term.remaining().toNanos())
			.min()
			.orElse(0);
	}

	private Timer timer(String meterName, String description) {
		Timer timer = Timer.builder(meterName).description(description).tags(this.tags).register(this.registry);
		this.meters.add(timer);
		return timer;
	}

	Counter granted() {
		return transition("granted", TransitionCause.ACQUIRED);
	}

	Counter revoked(TransitionCause cause) {
		return transition("revoked", cause);
	}

	private Counter transition(String transition, TransitionCause cause) {
		return counter(MeterNames.TRANSITIONS, "Terms granted to and revoked from this instance", MeterNames.TRANSITION,
				transition, MeterNames.CAUSE, cause.name().toLowerCase(Locale.ROOT));
	}

	Map<GuardOutcome, Counter> guarded() {
		Map<GuardOutcome, Counter> counters = new EnumMap<>(GuardOutcome.class);
		for (GuardOutcome outcome : GuardOutcome.values()) {
			counters.put(outcome, counter(MeterNames.GUARDED, "Calls of methods guarded by the election",
					MeterNames.OUTCOME, outcome.name().toLowerCase(Locale.ROOT)));
		}
		return counters;
	}

	Counter ticks(String tick, TickOutcome outcome) {
		return counter(MeterNames.TICKS, "Ticks of jobs that run once per tick", MeterNames.TICK, tick,
				MeterNames.OUTCOME, outcome.name().toLowerCase(Locale.ROOT));
	}

	/** Returns the existing counter if there is one with the same tags. */
	private Counter counter(String meterName, String description, String... tags) {
		Counter counter = Counter.builder(meterName)
			.description(description)
			.tags(this.tags)
			.tags(tags)
			.register(this.registry);
		if (!this.meters.contains(counter)) {
			this.meters.add(counter);
		}
		return counter;
	}

	void termEnded(Duration duration) {
		this.term.record(duration);
	}

	void taskStuck() {
		this.stuckTasks.increment();
	}

	void failedOver(Duration duration) {
		this.failover.record(duration);
	}

	void remove() {
		this.meters.forEach(this.registry::remove);
	}

}
