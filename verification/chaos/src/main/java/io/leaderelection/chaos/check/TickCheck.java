/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.chaos.check.TickHistory.TickRun;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.TickJob;
import org.jspecify.annotations.Nullable;

/**
 * Checks that ticks finish once (T1), are begun only as often as they may (T2), and in
 * ascending order (T5).
 */
final class TickCheck {

	static final String TWICE = "ticks finished by two leaders, the first of which lost its term or its store";

	static final String GIVEN_UP = "ticks met by a rolling restart whose every attempt was interrupted, up to the last allowed";

	private static final int MOST_ATTEMPTS = 3;

	private final Run run;

	private final Findings findings;

	private final TickDutyCheck duty;

	private long runs;

	private long again;

	private int rollingRestarts;

	private int metJob;

	TickCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
		this.duty = new TickDutyCheck(run, findings);
	}

	void check() {
		this.run.elections.forEach(this::check);
		figures();
	}

	private void check(ElectionHistory election) {
		for (TickJob job : TickJob.values()) {
			TickHistory history = new TickHistory(job, this.run, election);
			this.runs += history.runs.size();
			for (int i = 1; i < history.runs.size(); i++) {
				compare(history, history.runs.get(i - 1), history.runs.get(i));
			}
			compareFinished(election, history);
			if (job == TickJob.LONG) {
				rollingRestarts(history);
			}
			this.duty.check(election, history);
		}
	}

	private void figures() {
		if (this.runs == 0) {
			for (Invariant invariant : List.of(Invariant.T1_TICKS_FINISHED_ONCE, Invariant.T2_TICKS_BEGUN_ONCE,
					Invariant.T3_TICKS_RUN_WHILE_LED, Invariant.T4_TICKS_CAUGHT_UP, Invariant.T5_RISING_TICKS)) {
				this.findings.unchecked.put(invariant, "no job ran");
			}
			return;
		}
		this.findings.figure("ticks", "%d runs of jobs, %d of them begun again".formatted(this.runs, this.again));
		if (this.rollingRestarts > 0) {
			this.findings.figure("", "%d rolling restarts, %d of them during the long job: it finished once each time"
				.formatted(this.rollingRestarts, this.metJob));
		}
		this.duty.figures();
	}

	private void compare(TickHistory history, TickRun former, TickRun next) {
		if (former.age() != next.age()) {
			return;
		}
		if (next.tick() < former.tick()) {
			this.findings.violated(Invariant.T5_RISING_TICKS, "%s began after %s".formatted(next, former));
		}
		if (next.tick() == former.tick()) {
			this.again++;
			if (!history.job.runsAgain()) {
				this.findings.violated(Invariant.T2_TICKS_BEGUN_ONCE, "%s and %s".formatted(former, next));
			}
			int attempts = history.like(next).indexOf(next) + 1;
			if (attempts > MOST_ATTEMPTS) {
				this.findings.violated(Invariant.T2_TICKS_BEGUN_ONCE, "%s is attempt %d".formatted(next, attempts));
			}
		}
	}

	private void compareFinished(ElectionHistory election, TickHistory history) {
		for (TickRun first : history.runs) {
			if (!first.isFinished()) {
				continue;
			}
			List<TickRun> like = history.like(first);
			for (TickRun later : like.subList(like.indexOf(first) + 1, like.size())) {
				String both = "%s, which was finished, and %s".formatted(first, later);
				Term term = election.find(first.work().process(), first.work().token());
				if (later.work().process().equals(first.work().process())
						|| later.work().token() == first.work().token() || term == null
						|| !mayHaveLostTheEnd(election, term, first.work())) {
					this.findings.violated(Invariant.T1_TICKS_FINISHED_ONCE, both);
				}
				else if (later.isFinished()) {
					this.findings.apart(TWICE, later.begin() - first.work().lastSign(), both);
				}
			}
		}
	}

	/**
	 * Whether the end of a job was perhaps not recorded: its term or its process ended
	 * before, or the store was unreachable.
	 */
	private boolean mayHaveLostTheEnd(ElectionHistory election, Term term, Work work) {
		Entry revoked = term.revoked;
		long written = work.lastSign() + this.run.operationTimeout();
		if ((revoked != null && revoked.event().before() <= written)
				|| (revoked == null && term.end() <= written + this.run.margin()) || (!election.isClosed(term.process)
						&& election.lastStamp(term.process) <= written + this.run.margin())) {
			return true;
		}
		Interval writing = new Interval(work.lastSign() - this.run.effectBound(), written);
		return this.run.isHit(term, writing);
	}

	/**
	 * The job that ran when a rolling restart started is finished once, or begun as often
	 * as it may: each next leader may be the next to be restarted.
	 */
	private void rollingRestarts(TickHistory history) {
		for (FaultWindow fault : this.run.faults) {
			if (!fault.isRollingRestart() || fault.failed()) {
				continue;
			}
			this.rollingRestarts++;
			TickRun met = runningAt(history, fault.begin().event().after());
			if (met != null) {
				List<TickRun> attempts = history.like(met);
				long finished = attempts.stream().filter(TickRun::isFinished).count();
				if (finished == 0 && attempts.size() >= MOST_ATTEMPTS) {
					this.findings.apart(GIVEN_UP, attempts.get(attempts.size() - 1).begin() - met.begin(),
							"%s, attempts: %d".formatted(met, attempts.size()));
					continue;
				}
				this.metJob++;
				if (finished != 1) {
					this.findings.violated(Invariant.T1_TICKS_FINISHED_ONCE,
							"%s, which a rolling restart met (%s), finished %d times".formatted(met,
									fault.begin().place(), finished));
				}
			}
		}
	}

	private static @Nullable TickRun runningAt(TickHistory history, long stamp) {
		return history.runs.stream().filter((run) -> run.work().certain().contains(stamp)).findFirst().orElse(null);
	}

}
