/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.chaos.check.TickHistory.TickRun;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the leader runs the ticks that fall while one instance leads (T3), and the
 * next leader runs the latest tick of a vacancy (T4). Judges only ticks that no fault of
 * that instance, of the store, or of any clock can have disturbed.
 */
final class TickDutyCheck {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1000 * MILLI;

	/** A tick is left to the scheduler for a second, and checked for each second. */
	private static final long LATEST_BEGIN = 3 * SECOND;

	/** A stepped clock is noticed within a second. */
	private static final long CLOCK_SEEN = 2 * SECOND;

	private final Run run;

	private final Findings findings;

	/** The time of day at stamp 0, in nanoseconds, or {@code null} if it is unknown. */
	private final @Nullable Long midnight;

	private int judgedWhileLed;

	private int judgedAfterVacancies;

	TickDutyCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
		this.midnight = run.folder.injector()
			.entries()
			.stream()
			.map(Entry::event)
			.filter((event) -> event.kind() == EventKind.QUIET_BEGIN && event.find("wall") != null)
			.map((event) -> event.number("wall") * MILLI - event.after())
			.findFirst()
			.orElse(null);
	}

	void figures() {
		if (this.midnight == null) {
			this.findings.unchecked.put(Invariant.T3_TICKS_RUN_WHILE_LED, "the run does not record the time of day");
			this.findings.unchecked.put(Invariant.T4_TICKS_CAUGHT_UP, "the run does not record the time of day");
			return;
		}
		this.findings.figure("", "%d ticks of leaders, %d after vacancies, undisturbed by faults"
			.formatted(this.judgedWhileLed, this.judgedAfterVacancies));
	}

	void check(ElectionHistory election, TickHistory history) {
		Long midnight = this.midnight;
		if (midnight == null || history.runs.isEmpty()) {
			return;
		}
		long period = history.job.period().toNanos();
		for (Span span : Span.of(election)) {
			long before = span.window().from() + midnight - Math.floorMod(span.window().from() + midnight, period);
			if (history.job.runsAgain()) {
				afterVacancy(span, history, before, midnight);
			}
			for (long tick = before + period; tick - midnight + LATEST_BEGIN <= span.window().to(); tick += period) {
				if (tick - midnight - SECOND >= span.window().from()) {
					whileLed(span, history, tick, midnight);
				}
			}
		}
	}

	private void whileLed(Span span, TickHistory history, long tick, long midnight) {
		long at = tick - midnight;
		Interval window = new Interval(at - SECOND, at + LATEST_BEGIN);
		if (isDisturbed(span, history, window) || history.isBusy(span.term().process, at - 1)) {
			return;
		}
		this.judgedWhileLed++;
		if (!history.hasBegun(tick / MILLI, window.to())) {
			this.findings.violated(Invariant.T3_TICKS_RUN_WHILE_LED,
					"%s (%s) led from a second before tick %d of %s to %s after it".formatted(span.term(),
							span.term().first().entry().place(), tick / MILLI, history.job.text(),
							Findings.millis(LATEST_BEGIN)) + ", but no instance began it");
		}
	}

	private void afterVacancy(Span span, TickHistory history, long tick, long midnight) {
		long bound = this.run.lease() + 2 * this.run.operationTimeout() + RunningTime.ALLOWANCE;
		Interval window = new Interval(span.window().from(), span.window().from() + bound);
		if (window.to() > span.window().to() || isDisturbed(span, history, window)) {
			return;
		}
		this.judgedAfterVacancies++;
		if (!history.hasBegun(tick / MILLI, window.to())) {
			this.findings.violated(Invariant.T4_TICKS_CAUGHT_UP,
					"%s (%s) led for %s, but no instance had begun tick %d of %s, %s before".formatted(span.term(),
							span.term().first().entry().place(), Findings.millis(bound), tick / MILLI,
							history.job.text(), Findings.millis(window.from() - (tick - midnight))));
		}
	}

	private boolean isDisturbed(Span span, TickHistory history, Interval window) {
		String instance = span.term().instance();
		TickRun last = history.lastUntil(window.to());
		if (last == null || this.run.stalled(instance, window) >= this.run.margin()) {
			return true;
		}
		Interval sinceLast = new Interval(Math.min(last.begin(), window.from()), window.to());
		return this.run.faults.stream().anyMatch((fault) -> {
			if (fault.isClockStep() || fault.losesRecord()) {
				return new Interval(fault.from(), fault.to() + CLOCK_SEEN).meets(sinceLast);
			}
			// Other libraries lose parts in a full heap that only the next process
			// restores
			long to = (fault.exhausts()) ? fault.to() + this.run.healBound() + 3 * this.run.lease() : fault.to();
			return fault.hits(instance) && new Interval(fault.from(), to).meets(window);
		});
	}

}
