/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of all elections in one registry.
 */
final class RegistryMeters {

	private static final String[] OPERATIONS = { "acquire", "renew", "release", "observe" };

	private final MeterRegistry registry;

	private final LeaderElections source;

	/** Whether each partition has separate meters. */
	private final boolean partitions;

	private final String backend;

	private final Map<String, ElectionMeters> elections = new ConcurrentHashMap<>();

	private final Gauge led;

	private final Gauge bids;

	private final Map<String, Timer> operations = new ConcurrentHashMap<>();

	RegistryMeters(MeterRegistry registry, LeaderElections elections, boolean partitions) {
		this.registry = registry;
		this.source = elections;
		this.partitions = partitions;
		this.backend = elections.backend().type();
		this.led = gauge(MeterNames.LED, "Elections that this instance leads",
				() -> elections.all().stream().filter(LeaderElection::isLeader).count());
		this.bids = gauge(MeterNames.BIDS, "Elections that this instance requests",
				() -> elections.all().stream().filter((election) -> isBidder(election, elections.instance())).count());
		for (String operation : OPERATIONS) {
			operation(operation, "success");
		}
	}

	private Gauge gauge(String name, String description, Supplier<Number> value) {
		return Gauge.builder(name, value).description(description).register(this.registry);
	}

	private static boolean isBidder(LeaderElection election, String instance) {
		Leader bidder = election.status().bidder();
		return bidder != null && bidder.id().equals(instance);
	}

	ElectionMeters of(LeaderElection election) {
		Partition partition = Partition.parse(election.name());
		PartitionedElection divided = (partition != null)
				? this.source.findPartitioned(partition.election()).orElse(null) : null;
		if (this.partitions) {
			String number = (partition != null && divided != null) ? String.valueOf(partition.number())
					: MeterNames.NO_PARTITION;
			return meters(election.name(), (divided != null) ? divided.name() : election.name(), List.of(election),
					Tags.of(MeterNames.PARTITION, number));
		}
		return (divided != null) ? meters(divided.name(), divided.name(), divided.partitions(), Tags.empty())
				: meters(election.name(), election.name(), List.of(election), Tags.empty());
	}

	private ElectionMeters meters(String key, String name, List<LeaderElection> elections, Tags tags) {
		return this.elections.computeIfAbsent(key,
				(absent) -> new ElectionMeters(this.registry, elections, tags.and(MeterNames.ELECTION, name)));
	}

	void completed(String operation, String outcome, Duration took) {
		operation(operation, outcome).record(took);
	}

	private Timer operation(String operation, String outcome) {
		return this.operations.computeIfAbsent(operation + ' ' + outcome,
				(key) -> Timer.builder(MeterNames.OPERATION_TIME)
					.description("Round trips to the store")
					.tag(MeterNames.OPERATION, operation)
					.tag(MeterNames.OUTCOME, outcome)
					.tag(MeterNames.BACKEND, this.backend)
					.register(this.registry));
	}

	void remove() {
		this.elections.values().forEach(ElectionMeters::remove);
		this.operations.values().forEach(this.registry::remove);
		this.registry.remove(this.led);
		this.registry.remove(this.bids);
	}

}
