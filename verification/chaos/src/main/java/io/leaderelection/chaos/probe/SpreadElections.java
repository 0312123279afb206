/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.history.HistoryWriter;
import org.jspecify.annotations.Nullable;

/**
 * Elections that are spread over the instances, an election that is divided into
 * partitions, and one for which each instance has another priority. A thread asks every
 * five milliseconds for each of them whether this instance leads, and records the answers
 * at the end of a term and twice a second.
 */
public final class SpreadElections {

	/** The number of spread elections. */
	public static final int COUNT = 4;

	private static final String SPREAD = "spread-";

	/** The election for which instances have priorities. */
	public static final String PREFERRED = "preferred";

	/** The number of partitions of the divided election. */
	public static final int PARTITIONS = 8;

	private static final String DIVIDED = "parcels";

	private static final long INTERVAL_NANOS = 5_000_000;

	private final LeaderElections elections;

	private final HistoryWriter history;

	private final Map<LeaderElection, SampleRuns> runs = new LinkedHashMap<>();

	private final ProbeLoop loop = new ProbeLoop("chaos-spread", INTERVAL_NANOS, this::ask);

	SpreadElections(LeaderElections elections, HistoryWriter history) {
		this.elections = elections;
		this.history = history;
	}

	/**
	 * Returns the arguments for an instance.
	 * @param priority the priority of the instance
	 * @return the arguments of the application
	 */
	public static List<String> arguments(int priority) {
		List<String> arguments = new ArrayList<>(List.of("--leader-election.spread-delay=0s",
				"--leader-election.elections." + PREFERRED + ".priority=" + priority,
				"--leader-election.elections." + DIVIDED + ".partitions=" + PARTITIONS));
		for (int i = 1; i <= COUNT; i++) {
			arguments.add("--leader-election.elections." + SPREAD + i + ".spread=true");
		}
		return arguments;
	}

	/**
	 * Returns the group in which an election is spread.
	 * @param election the name of an election
	 * @return the divided election of a partition, {@value #PREFERRED} for the election
	 * of that name, which is not spread, or the empty text; {@code null} for other
	 * elections
	 */
	public static @Nullable String group(String election) {
		if (election.startsWith(DIVIDED + ":")) {
			return DIVIDED;
		}
		return (election.startsWith(SPREAD)) ? "" : election.equals(PREFERRED) ? PREFERRED : null;
	}

	void start() {
		join(PREFERRED);
		for (int i = 1; i <= COUNT; i++) {
			join(SPREAD + i);
		}
		this.elections.findPartitioned(DIVIDED).orElseThrow().partitions().forEach(this::add);
		this.loop.start();
	}

	private void join(String election) {
		this.elections.join(election);
		add(this.elections.get(election));
	}

	private void add(LeaderElection election) {
		this.runs.put(election, new SampleRuns(election.name(), /* all= */false, this.history::write));
	}

	/** Records the last answers. */
	void end() throws InterruptedException {
		this.loop.end();
		this.runs.values().forEach(SampleRuns::close);
	}

	private void ask() {
		this.runs.forEach((election, runs) -> runs.ask(election));
	}

}
