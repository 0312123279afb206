/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.leaderelection.history.Invariant;
import io.leaderelection.history.RunProperties;

/**
 * The result of a check.
 *
 * @param violations the violations by invariant, each naming files and lines
 * @param unseen the invariants that could not be checked
 * @param lacks what a long run lacks to count as a proof
 * @param faults the number of injected faults
 * @param onLeader how many of them hit the leader
 * @param changes the number of changes of leader
 * @param text the verdict in words, with figures
 */
public record Verdict(Map<Invariant, List<String>> violations, Set<Invariant> unseen, List<String> lacks, int faults,
		int onLeader, int changes, String text) {

	private static final int SHOWN = 10;

	/** What only the simulator can check. */
	private static final Set<Invariant> ELSEWHERE = EnumSet.of(Invariant.I9_HOLDER_OF_RECORD, Invariant.I12_CHECKPOINTS,
			Invariant.I17_NOTHING_WHILE_SUSPENDED, Invariant.T6_ENDS_NOTED, Invariant.D2_FEW_HANDOVERS,
			Invariant.D3_WORK_GOES_ON, Invariant.D4_CONCEDED_ONCE, Invariant.D5_LIVE_BIDDER, Invariant.D6_SHORT_VACANCY,
			Invariant.D7_RESTART_MOVES_FEW, Invariant.SOUND_PROTOCOL);

	/**
	 * Returns whether the run is clean.
	 * @return whether nothing is violated and nothing lacks
	 */
	public boolean isClean() {
		return this.violations.isEmpty() && this.lacks.isEmpty();
	}

	static Verdict of(Run run, Findings findings) {
		List<String> lines = new ArrayList<>();
		RunProperties properties = run.properties();
		long torn = run.folder.processes().stream().filter((history) -> history.torn()).count();
		lines.add("%s, seed %d, %d s: lease %d ms, margin %d ms, retry %d ms".formatted(properties.store(),
				properties.seed(), properties.seconds(), properties.leaseMillis(), properties.marginMillis(),
				properties.retryMillis()));
		lines.add(
				"%d processes in turn, %d histories end in a torn line".formatted(run.folder.processes().size(), torn));
		for (Invariant invariant : EnumSet.complementOf(EnumSet.copyOf(ELSEWHERE))) {
			List<String> violations = findings.violations.getOrDefault(invariant, List.of());
			String unchecked = findings.unchecked.get(invariant);
			lines.add("%-4s %-24s %s".formatted(invariant.code(), invariant.title(), (!violations.isEmpty())
					? violations.size() + " VIOLATED" : ((unchecked != null) ? "not seen: " + unchecked : "ok")));
			violations.stream().limit(SHOWN).forEach((violation) -> lines.add("       " + violation));
			if (violations.size() > SHOWN) {
				lines.add("       and " + (violations.size() - SHOWN) + " more");
			}
		}
		findings.apart
			.forEach((what, times) -> lines.add("apart: %d %s, longest %s".formatted(times.number(), what, times)));
		lines.addAll(findings.figures);
		findings.lacks.forEach((lack) -> lines.add("LACKS  " + lack));
		int violated = findings.violations.values().stream().mapToInt(List::size).sum();
		lines.add((violated == 0 && findings.lacks.isEmpty()) ? "VERDICT clean"
				: "VERDICT not clean: %d violations, %d lacks".formatted(violated, findings.lacks.size()));
		return new Verdict(Map.copyOf(findings.violations), Set.copyOf(findings.unchecked.keySet()),
				List.copyOf(findings.lacks), findings.faults, findings.onLeader, findings.changes,
				String.join("\n", lines));
	}

}
