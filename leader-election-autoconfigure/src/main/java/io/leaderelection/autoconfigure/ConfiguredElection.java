/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;

import io.leaderelection.eligibility.EligibilityLoop;
import io.leaderelection.engine.ElectionSettings;

/**
 * The configuration of one election by properties: each value is its own, otherwise the
 * one that is common to all elections, otherwise derived.
 *
 * @param settings the settings of the election in the engine
 * @param eligibility the checks that make this instance eligible to lead
 * @param start the listener containers and beans to start on the leader
 */
record ConfiguredElection(ElectionSettings settings, EligibilityLoop.Rule eligibility, List<String> start) {

	ConfiguredElection {
		start = List.copyOf(start);
	}

}
