/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of all elections in one registry.
 */
final class RegistryMeters {

	private static final String[] OPERATIONS = { "acquire", "renew", "release", "observe" };

	private final MeterRegistry registry;

	private final String backend;

	private final Map<String, ElectionMeters> elections = new ConcurrentHashMap<>();

	private final Map<String, Timer> operations = new ConcurrentHashMap<>();

	RegistryMeters(MeterRegistry registry, LeaderElections elections) {
		this.registry = registry;
		this.backend = elections.backend().type();
		for (String operation : OPERATIONS) {
			operation(operation, "success");
		}
	}

	ElectionMeters of(LeaderElection election) {
		return this.elections.computeIfAbsent(election.name(), (name) -> new ElectionMeters(this.registry, election));
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
	}

}
