/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.engine.ElectionSettings;

/**
 * The configuration of one election by properties: each value is its own, otherwise the
 * one that is common to all elections, otherwise derived.
 *
 * @param settings the settings of the election in the engine
 * @param eligibleWhen the names of health contributors and groups, all of which must be
 * healthy
 * @param ineligibleAfter the time that they may be unhealthy
 * @param start the listener containers and beans to start on the leader
 */
public record ConfiguredElection(ElectionSettings settings, List<String> eligibleWhen, Duration ineligibleAfter,
		List<String> start) {

	public ConfiguredElection {
		eligibleWhen = List.copyOf(eligibleWhen);
		start = List.copyOf(start);
	}

}
