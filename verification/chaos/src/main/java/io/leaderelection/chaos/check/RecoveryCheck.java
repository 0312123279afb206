/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks that each election of a process recovers after the memory or the threads of the
 * process were exhausted (I14): it is led or followed within two leases, and from then on
 * no two leases pass without an answer of the store. Other faults of the process or the
 * store restart the count, and extend the time allowed.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record RecoveryCheck(Run run, Findings findings) {

	void check() {
		boolean seen = false;
		Longest longest = new Longest();
		for (History process : this.run.folder.processes()) {
			List<Stretch> stretches = stretches(process, entries(process, EventKind.EXHAUSTED));
			List<Entry> answers = entries(process, EventKind.ANSWERED);
			for (String election : answers.stream().map((entry) -> entry.event().election()).distinct().toList()) {
				List<Entry> own = answers.stream()
					.filter((entry) -> entry.event().election().equals(election))
					.toList();
				stretches.forEach((stretch) -> check(election, stretch, own, longest));
				seen |= !stretches.isEmpty();
			}
		}
		if (seen) {
			this.findings.figure("recovery",
					"longest running time from an exhaustion to the next answer of the store %s, bound %s"
						.formatted(longest, Findings.millis(bound())));
		}
		else {
			this.findings.unchecked.put(Invariant.I14_RECOVERY,
					"no process recorded an exhaustion and answers of the store");
		}
	}

	private long bound() {
		return 2 * this.run.lease();
	}

	private static List<Entry> entries(History process, EventKind kind) {
		return process.entries()
			.stream()
			.filter((entry) -> entry.event().kind() == kind)
			.sorted(Comparator.comparingLong((entry) -> entry.event().after()))
			.toList();
	}

	/** Returns the times after the first exhaustion without a fault of the process. */
	private List<Stretch> stretches(History process, List<Entry> exhaustions) {
		if (exhaustions.isEmpty()) {
			return List.of();
		}
		String instance = History.instance(process.process());
		List<Interval> disturbed = new ArrayList<>(Interval.ofEach(exhaustions));
		this.run.faults.stream()
			.filter((fault) -> fault.hits(instance) && !fault.exhausts())
			.forEach((fault) -> disturbed.add(fault.window()));
		long lastStamp = process.entries().stream().mapToLong((entry) -> entry.event().after()).max().orElseThrow();
		Interval whole = new Interval(exhaustions.get(0).event().after(), Math.min(lastStamp, this.run.end()));
		List<Stretch> stretches = new ArrayList<>();
		for (Interval window : whole.without(Interval.union(disturbed))) {
			Entry last = exhaustions.stream()
				.filter((entry) -> entry.event().after() <= window.from())
				.reduce((former, later) -> later)
				.orElseThrow();
			stretches.add(new Stretch(window, instance, last));
		}
		return stretches;
	}

	private void check(String election, Stretch stretch, List<Entry> answers, Longest longest) {
		List<Entry> inTime = answers.stream()
			.filter((entry) -> entry.event().before() >= stretch.window.from()
					&& entry.event().after() <= stretch.window.to())
			.toList();
		long bound = (stretch.isRightAfter()) ? bound() : Math.max(bound(), this.run.healBound());
		long first = (inTime.isEmpty()) ? stretch.window.to() : inTime.get(0).event().after();
		long ran = ran(stretch, stretch.window.from(), first);
		if (stretch.isRightAfter()) {
			longest.add(ran, election + " after " + stretch.exhaustion.place());
		}
		long since = stretch.window.from();
		for (Entry answer : inTime) {
			requireAnswer(election, stretch, new Interval(since, answer.event().after()), bound);
			since = answer.event().after();
			bound = bound();
		}
		requireAnswer(election, stretch, new Interval(since, stretch.window.to()), bound);
		if (stretch.isRightAfter() && ran <= bound() && !isDisturbedElsewhere(stretch)) {
			undecided(election, stretch, inTime);
		}
	}

	private void requireAnswer(String election, Stretch stretch, Interval silence, long bound) {
		long ran = ran(stretch, silence.from(), silence.to());
		if (ran > bound) {
			this.findings.violated(Invariant.I14_RECOVERY,
					"%s of %s: no answer of the store while contending for %s, its process running for %s of it, after %s"
						.formatted(election, stretch.instance, Findings.millis(silence.length()), Findings.millis(ran),
								stretch));
		}
	}

	private void undecided(String election, Stretch stretch, List<Entry> answers) {
		long decided = answers.stream()
			.filter((entry) -> !"undecided".equals(entry.event().text("state")))
			.mapToLong((entry) -> entry.event().after())
			.findFirst()
			.orElse(stretch.window.to());
		long ran = ran(stretch, stretch.window.from(), decided);
		if (ran > bound()) {
			this.findings.violated(Invariant.I14_RECOVERY,
					"%s of %s: neither led nor followed for %s, its process running for %s of it, after %s".formatted(
							election, stretch.instance, Findings.millis(decided - stretch.window.from()),
							Findings.millis(ran), stretch));
		}
	}

	/**
	 * Whether another fault may have ended the leader, so that there is no leader yet.
	 */
	private boolean isDisturbedElsewhere(Stretch stretch) {
		Interval around = new Interval(stretch.exhaustion.event().before() - this.run.effectBound(),
				stretch.window.from() + bound());
		return this.run.faults.stream()
			.anyMatch((fault) -> !(fault.exhausts() && fault.hits(stretch.instance)) && fault.window().meets(around));
	}

	private long ran(Stretch stretch, long from, long to) {
		return this.run.time.ran(stretch.instance, from, to);
	}

	/**
	 * A time without a fault of the process, after an exhaustion.
	 *
	 * @param window the time
	 * @param instance the instance of the process
	 * @param exhaustion the last exhaustion before
	 */
	private record Stretch(Interval window, String instance, Entry exhaustion) {

		/** Whether no other fault happened in between. */
		boolean isRightAfter() {
			return this.window.from() == this.exhaustion.event().after();
		}

		@Override
		public String toString() {
			return "an exhaustion of " + this.exhaustion.event().text("what") + " (" + this.exhaustion.place() + ")";
		}

	}

}
