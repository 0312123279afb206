/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The ledger of the sample application, and the checks of what it must not contain.
 *
 * @param entries the entries
 * @param repeats the ticks whose job ran again
 */
record DemoLedger(List<Entry> entries, List<Repeat> repeats) {

	private static final String NO_TICK = "-";

	/**
	 * Parses what an instance answers.
	 * @param entries a line for each entry: number, token, time, writer and tick
	 * @param repeats a line for each repeat: tick, token of the entry, token of the
	 * repeat
	 * @return the ledger
	 */
	static DemoLedger parse(String entries, String repeats) {
		return new DemoLedger(
				fields(entries)
					.map((line) -> new Entry(Long.parseLong(line[0]), Long.parseLong(line[1]), line[3], line[4]))
					.toList(),
				fields(repeats).map((line) -> new Repeat(Long.parseLong(line[1]), Long.parseLong(line[2]))).toList());
	}

	private static Stream<String[]> fields(String lines) {
		return lines.lines().filter((line) -> !line.isEmpty()).map((line) -> line.split("\t"));
	}

	boolean hasEntryOf(long token) {
		return this.entries.stream().anyMatch((entry) -> entry.token() == token);
	}

	/**
	 * Checks that numbers have no gap, that no token is stale, that each belongs to one
	 * writer, and that there were two terms.
	 */
	Findings checkEntries() {
		Findings findings = new Findings();
		Map<Long, String> owners = new HashMap<>();
		long line = 0;
		long newest = 0;
		for (Entry entry : this.entries) {
			line++;
			if (entry.number() != line) {
				findings.add("ledger, line " + line + ": number " + entry.number() + " instead of " + line);
			}
			if (entry.token() < newest) {
				findings.add("ledger, line " + line + ": token " + entry.token() + " after " + newest);
			}
			String owner = owners.put(entry.token(), entry.writer());
			if (owner != null && !owner.equals(entry.writer())) {
				findings.add("ledger, line " + line + ": token " + entry.token() + " of " + entry.writer()
						+ " belongs to " + owner);
			}
			newest = entry.token();
		}
		if (owners.size() < 2) {
			findings.add("ledger: entries of " + owners.size() + " terms instead of 2");
		}
		if (!findings.isBad()) {
			findings.report("Ledger: " + line + " invoices of " + owners.size()
					+ " leaders, no gap, no duplicate, no stale token.");
		}
		return findings;
	}

	/**
	 * Checks that no tick is missing between the first and the last, none comes before an
	 * earlier one, and none has run twice. The ledger keeps one entry for each tick and
	 * records each further run. Only the successor of a leader that was killed before it
	 * wrote the end may repeat a job.
	 * @param tickSeconds how often the job is due
	 * @param killed the token of the leader that was killed, or 0
	 */
	Findings checkTicks(int tickSeconds, long killed) {
		Findings findings = new Findings();
		TickCount ticks = new TickCount();
		for (Entry entry : this.entries) {
			if (!entry.tick().equals(NO_TICK) && !ticks.add(entry.tick())) {
				findings.add("ticks: \"" + entry.tick() + "\" is not an instant");
				return findings;
			}
		}
		long again = this.repeats.stream()
			.filter((repeat) -> repeat.entryToken() == killed && repeat.token() != killed)
			.count();
		long doubled = ticks.doubled() + this.repeats.size() - again;
		long missed = ticks.missed(tickSeconds);
		findings.report("ticks: " + ticks.run() + " run, " + missed + " missed, " + doubled + " doubled, "
				+ ticks.rewound() + " rewound" + ((again > 0) ? " (" + again + " begun again after the kill)" : ""));
		if (ticks.run() == 0 || missed != 0 || doubled != 0 || ticks.rewound() != 0) {
			findings.fail();
		}
		return findings;
	}

	/**
	 * An entry.
	 *
	 * @param number its number, consecutive from one
	 * @param token the fencing token of its term
	 * @param writer the instance that wrote it
	 * @param tick the tick that it belongs to, or a dash
	 */
	record Entry(long number, long token, String writer, String tick) {
	}

	/**
	 * A further run for a tick.
	 *
	 * @param entryToken the fencing token of the entry
	 * @param token the fencing token of the further run
	 */
	record Repeat(long entryToken, long token) {
	}

}
