/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Decides for which tick a job is run, if for any. Pure: the same questions get the same
 * answers. Safe to use from any thread.
 */
public final class TickRules {

	/** A call may come this much before its tick, or a tenth of the period. */
	private static final Duration EARLY = Duration.ofSeconds(1);

	/** A note that is further ahead was written by a wrong clock. */
	private static final Duration FUTURE = Duration.ofHours(1);

	private final Calendar calendar;

	private final String hash;

	private final TickPolicy policy;

	/**
	 * Creates the rules of a job.
	 * @param moments when the job is due
	 * @param hash stands for them, as of {@link TickEntry#hash}
	 * @param policy what happens to missed and interrupted ticks
	 */
	public TickRules(Moments moments, String hash, TickPolicy policy) {
		this.calendar = new Calendar(moments);
		this.hash = hash;
		this.policy = policy;
	}

	Calendar calendar() {
		return this.calendar;
	}

	/**
	 * The memory that a process has of a job. It goes before the record, which may lack
	 * the last write of a term.
	 *
	 * @param last the last tick that this process started, or {@code null}
	 * @param passed ticks up to this one were skipped, or fell into a run, and the record
	 * does not say so; or {@code null}
	 */
	record Memory(@Nullable TickEntry last, @Nullable Instant passed) {

		/** Without what the clock has stepped back behind. */
		Memory at(Instant now) {
			return (this.passed != null && this.passed.isAfter(now)) ? new Memory(this.last, null) : this;
		}

		private boolean hasPassed(Instant tick) {
			return this.passed != null && !tick.isAfter(this.passed);
		}

		private boolean hasStarted(TickEntry entry) {
			return this.last != null && this.last.token() == entry.token() && this.last.tick().equals(entry.tick());
		}

		/** The knowledge about the last tick. */
		private TickEntry newer(TickEntry record) {
			if (this.last == null || this.last.tick().isBefore(record.tick())) {
				return record;
			}
			boolean same = this.last.tick().equals(record.tick());
			return (same && this.last.state() != TickEntry.State.FINISHED) ? record : this.last;
		}

	}

	/**
	 * The next step, if nobody is at the job.
	 * @param view what is known
	 * @param remembered what this process remembers at present
	 * @param early whether somebody calls, who may be early
	 * @return the step, or {@code null} if there is nothing to do
	 * @throws IllegalArgumentException if the note is not understood
	 */
	@Nullable TickStep due(TickView view, Memory remembered, boolean early) {
		TickEntry record = (view.noted() != null) ? TickEntry.parse(view.noted()) : null;
		boolean clock = record != null && isFuture(record, view.now());
		TickEntry last = remembered.last();
		Memory memory = (last != null && isFuture(last, view.now())) ? new Memory(null, null) : remembered;
		TickEntry usable = (record != null && !clock && record.hash().equals(this.hash)) ? record : null;
		TickEntry known = (usable != null) ? memory.newer(usable) : memory.last();
		Instant tick = tick(view.now(), known, memory, early);
		if (tick == null) {
			return null;
		}
		boolean foreign = record != null && !clock && usable == null;
		TickStep step;
		if (record != null && foreign && !tick.isAfter(record.tick())) {
			// Other expressions had a later tick: what is not later is not run, by any
			// clock
			step = skip(record.tick(), 0, view);
		}
		else if (known != null && (!tick.isAfter(known.tick()) || memory.hasPassed(tick))) {
			step = (known.state() == TickEntry.State.BEGUN) ? again(known, view, memory)
					: repaired(known, record, view);
		}
		else if (usable != null && known != null) {
			step = afterHistory(tick, known, view, memory);
		}
		else {
			// The first leader ever, other expressions, a lost or impossible record: what
			// fell before this term is not looked for
			step = view.covers(tick) ? begin(tick, 1, TickOutcome.RUN, view) : skip(tick, 0, view);
		}
		return (step != null && clock) ? step.and(TickOutcome.CLOCK, 1) : step;
	}

	/**
	 * The step in place of one whose note is written, if it has become too late to run
	 * its tick.
	 */
	@Nullable TickStep late(TickStep step, Instant now) {
		boolean bounded = step.run() == TickOutcome.CAUGHT_UP || step.run() == TickOutcome.REPEATED;
		return (bounded && !isInTime(step.note().tick(), now)) ? step.withoutRun() : null;
	}

	/** The tick that a call counts for. */
	private @Nullable Instant tick(Instant now, @Nullable TickEntry known, Memory memory, boolean early) {
		Instant latest = this.calendar.latest(now);
		boolean isOpen = latest != null && !memory.hasPassed(latest) && (known == null || latest.isAfter(known.tick()));
		Instant coming = (early && !isOpen) ? this.calendar.next(now) : null;
		if (coming == null) {
			return latest;
		}
		Duration period = (latest != null) ? Duration.between(latest, coming) : this.calendar.period(coming);
		Duration left = Duration.between(now, coming);
		return (left.compareTo(EARLY) <= 0 && left.compareTo(period.dividedBy(10)) <= 0) ? coming : latest;
	}

	private boolean isFuture(TickEntry entry, Instant now) {
		return entry.tick().isAfter(now.plus(FUTURE))
				&& entry.tick().isAfter(now.plus(this.calendar.period(entry.tick()).multipliedBy(2)));
	}

	/** A tick that is newer than all that is known. */
	private TickStep afterHistory(Instant tick, TickEntry known, TickView view, Memory memory) {
		Instant passed = memory.passed();
		Instant from = (passed != null && passed.isAfter(known.tick())) ? passed : known.tick();
		int between = this.calendar.count(from, tick);
		boolean interrupted = known.state() == TickEntry.State.BEGUN;
		int replaced = interrupted ? between + 1 : between;
		if (view.covers(tick)) {
			return begin(tick, 1, TickOutcome.RUN, view).and(TickOutcome.MISSED, replaced);
		}
		if (this.policy.catchUp() && isInTime(tick, view.now())) {
			return begin(tick, 1, TickOutcome.CAUGHT_UP, view).and(TickOutcome.MISSED, replaced);
		}
		if (interrupted && this.policy.runAgain() && isInTime(known.tick(), view.now())) {
			return again(known, view, memory).and(TickOutcome.MISSED, between + 1).passing(tick);
		}
		return skip(tick, 0, view).and(TickOutcome.MISSED, replaced + 1);
	}

	/** A tick that was begun and not finished, and nobody is at it. */
	private TickStep again(TickEntry known, TickView view, Memory memory) {
		if (known.token() == view.token() && !memory.hasStarted(known)) {
			// The answer to this term's own note was lost, and nothing was started
			TickOutcome first = view.covers(known.tick()) ? TickOutcome.RUN : TickOutcome.CAUGHT_UP;
			return begin(known.tick(), known.attempt(), (known.attempt() > 1) ? TickOutcome.REPEATED : first, view);
		}
		if (!this.policy.runAgain() || !isInTime(known.tick(), view.now())) {
			return skip(known.tick(), known.attempt(), view).and(TickOutcome.MISSED, 1);
		}
		if (known.attempt() >= this.policy.maxAttempts()) {
			return skip(known.tick(), known.attempt(), view).and(TickOutcome.GIVEN_UP, 1);
		}
		return begin(known.tick(), known.attempt() + 1, TickOutcome.REPEATED, view);
	}

	/** The tick that is done with, unless the record of a former term lacks it. */
	private static @Nullable TickStep repaired(TickEntry known, @Nullable TickEntry record, TickView view) {
		boolean written = known.equals(record) || (record != null && record.token() == view.token()
				&& !record.tick().isAfter(known.tick()) && known.token() == view.token());
		return written ? null : TickStep.write(known);
	}

	private TickStep begin(Instant tick, int attempt, TickOutcome why, TickView view) {
		return TickStep.run(new TickEntry(tick, TickEntry.State.BEGUN, view.token(), attempt, this.hash), why);
	}

	private TickStep skip(Instant tick, int attempt, TickView view) {
		return TickStep.write(new TickEntry(tick, TickEntry.State.NOTED, view.token(), attempt, this.hash));
	}

	private boolean isInTime(Instant tick, Instant now) {
		Duration most = this.policy.maxLateness();
		if (most != null) {
			return !now.isAfter(tick.plus(most));
		}
		Instant next = this.calendar.next(tick);
		return next == null || next.isAfter(now);
	}

}
