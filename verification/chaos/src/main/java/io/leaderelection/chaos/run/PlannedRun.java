/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.util.List;

/**
 * What a run of the plan has found, as a line of a file.
 *
 * @param date when it ended, in UTC
 * @param store the name of the store
 * @param seconds its planned duration
 * @param seed the seed of the choice of faults
 * @param outcome {@value #CLEAN}, {@value #NOT_CLEAN} or {@value #UNFINISHED}
 * @param faults the number of injected faults
 * @param onLeader how many of them hit the leader
 * @param changes the number of changes of leader
 * @param violated the codes of the violated invariants
 * @param unseen the codes of the invariants that could not be checked
 * @param versions the versions of the sources, Java and the server
 */
record PlannedRun(String date, String store, long seconds, long seed, String outcome, int faults, int onLeader,
		int changes, List<String> violated, List<String> unseen, String versions) {

	static final String CLEAN = "clean";

	/** Something was violated, or had a problem that concerns no invariant. */
	static final String NOT_CLEAN = "not-clean";

	/** The run had no verdict, for example because its server is missing. */
	static final String UNFINISHED = "unfinished";

	/** The first line of the file. */
	static final String HEADER = String.join("\t", "date", "store", "seconds", "seed", "outcome", "faults", "on-leader",
			"changes", "violated", "unseen", "versions");

	private static final String NONE = "-";

	boolean isClean() {
		return this.outcome.equals(CLEAN);
	}

	/** Returns the fields, separated by tabs, without an end of line. */
	String toLine() {
		return String.join("\t", this.date, this.store, Long.toString(this.seconds), Long.toString(this.seed),
				this.outcome, Integer.toString(this.faults), Integer.toString(this.onLeader),
				Integer.toString(this.changes), codes(this.violated), codes(this.unseen), this.versions);
	}

	/**
	 * Parses a line.
	 * @throws IllegalArgumentException if it is malformed
	 */
	static PlannedRun parse(String line) {
		String[] fields = line.split("\t", -1);
		try {
			return new PlannedRun(fields[0], fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3]), fields[4],
					Integer.parseInt(fields[5]), Integer.parseInt(fields[6]), Integer.parseInt(fields[7]),
					codes(fields[8]), codes(fields[9]), fields[10]);
		}
		catch (NumberFormatException | ArrayIndexOutOfBoundsException ex) {
			throw new IllegalArgumentException("Not a run of the plan: '" + line + "'", ex);
		}
	}

	private static String codes(List<String> codes) {
		return codes.isEmpty() ? NONE : String.join(",", codes);
	}

	private static List<String> codes(String text) {
		return text.equals(NONE) ? List.of() : List.of(text.split(","));
	}

}
