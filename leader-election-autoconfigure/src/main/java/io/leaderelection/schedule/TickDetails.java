/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.actuate.ElectionAction;
import io.leaderelection.actuate.ElectionDetails;

/**
 * The once-per-tick jobs of an election at the endpoint and in health, and the action
 * that runs one.
 *
 * @param ticks supplies the jobs
 */
record TickDetails(Supplier<Ticks> ticks) implements ElectionDetails {

	@Override
	public Map<String, Object> fields(LeaderElection election, boolean showValues) {
		Map<String, TickDescriptor> shown = new TreeMap<>();
		status(election).forEach((tick) -> shown.put(tick.name(), TickDescriptor.of(tick)));
		return shown.isEmpty() ? Map.of() : Map.of("ticks", shown);
	}

	@Override
	public Map<String, String> problems(LeaderElection election) {
		Map<String, String> problems = new LinkedHashMap<>();
		for (TickStatus tick : status(election)) {
			if (tick.problem() != null) {
				problems.put("tick " + tick.name(), tick.problem());
			}
		}
		return problems;
	}

	private List<TickStatus> status(LeaderElection election) {
		return this.ticks.get().of(election.name());
	}

	@Override
	public ElectionAction action() {
		return new ElectionAction("RUN_NOW", "tick", "Name one",
				(election, tick) -> this.ticks.get().runNow(election.name(), tick), (divided, tick) -> {
					throw new IllegalArgumentException("An election that is divided into partitions has no ticks");
				});
	}

}
