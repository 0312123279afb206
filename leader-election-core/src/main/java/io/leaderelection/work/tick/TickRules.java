/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Decides for which tick a job is run, if for any. Pure and safe to use from any thread.
 */
public final class TickRules {

	/** How early a call for a tick may be, limited to a tenth of the period. */
	private static final Duration EARLY = Duration.ofSeconds(1);

	/** A note further in the future was written with a wrong clock. */
	private static final Duration FUTURE = Duration.ofHours(1);

	/** A shorter gap between two ticks does not end a series. */
	private static final Duration VACANCY = Duration.ofMinutes(10);

	private final Calendar calendar;

	private final String hash;

	private final TickPolicy policy;

	/**
	 * Creates the rules of a job.
	 * @param moments when the job is due
	 * @param hash their hash, from {@link TickEntry#hash}
	 * @param policy the policy for missed and interrupted ticks
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
	 * Returns the next step, if no call has a turn.
	 * @param view the state of the job
	 * @param remembered the memory of this process
	 * @param early whether this is for a call, which may be early
	 * @return the step, or {@code null} if there is nothing to do
	 * @throws IllegalArgumentException if the note is not understood
	 */
	@Nullable TickStep due(TickView view, TickMemory remembered, boolean early) {
		TickKnowledge known = known(view, remembered);
		Instant tick = tick(view.now(), known, early);
		TickStep step = (tick != null) ? step(tick, known, view) : null;
		return (step != null) ? withSeries(step, known) : null;
	}

	private TickKnowledge known(TickView view, TickMemory remembered) {
		TickEntry record = (view.noted() != null) ? TickEntry.parse(view.noted()) : null;
		boolean clockAhead = isFuture(record, view.now());
		TickMemory memory = isFuture(remembered.last(), view.now()) ? new TickMemory(null, remembered.passed())
				: remembered;
		DoneTicks done = done(record).with(done(remembered.last()));
		TickEntry usable = clockAhead ? null : own(record);
		TickEntry last = (usable != null) ? memory.newer(usable) : memory.last();
		boolean ranElsewhere = last != null && last.state() == TickEntry.State.BEGUN && done.contains(last.tick());
		return new TickKnowledge(record, clockAhead, usable, memory,
				(last != null && ranElsewhere) ? last.as(TickEntry.State.NOTED, last.attempt()) : last, done);
	}

	/** Returns what follows for a tick, or {@code null} if there is nothing to do. */
	private @Nullable TickStep step(Instant tick, TickKnowledge known, TickView view) {
		TickEntry later = known.laterOfOthers(tick);
		if (later != null) {
			// Only later ticks are run
			return skip(later.tick(), 0, view);
		}
		TickEntry last = known.last();
		if (last != null && known.isPast(tick)) {
			return (last.state() == TickEntry.State.BEGUN) ? again(last, view, known.memory())
					: repaired(last, known.possible(), view);
		}
		if (known.done().contains(tick)) {
			// A leader whose clock was ahead has run it: an attempt, so that it counts as
			// done
			return known.clockAhead() ? skip(tick, 1, view) : null;
		}
		if (last != null && known.usable() != null) {
			return afterHistory(tick, last, known, view);
		}
		// The first leader, other expressions, or a lost or impossible record: ticks
		// before this term are skipped
		return view.covers(tick) ? first(tick, TickOutcome.RUN, known.done(), view) : skip(tick, 0, view);
	}

	/** Adds the series of ticks to the note of a step. */
	private TickStep withSeries(TickStep step, TickKnowledge known) {
		TickEntry record = known.record();
		DoneTicks.Range former = (known.usable() != null) ? series(known.usable()) : null;
		DoneTicks interrupted = interrupted(record, step.note());
		TickStep whole = step.beside(beside(step.note(), former, known.done().with(interrupted)));
		return (known.clockAhead() && record != null) ? ofWrongClock(whole, record, interrupted) : whole;
	}

	/** Counts a note that lies in the future, and its tick if it is never begun again. */
	private TickStep ofWrongClock(TickStep step, TickEntry record, DoneTicks interrupted) {
		TickOutcome end = this.policy.runAgain() ? TickOutcome.GIVEN_UP : TickOutcome.MISSED;
		return step.and(TickOutcome.CLOCK, 1).and(end, interrupted.contains(record.tick()) ? 1 : 0);
	}

	/** Returns an entry if it was written for the same expressions. */
	private @Nullable TickEntry own(@Nullable TickEntry entry) {
		return (entry != null && entry.hash().equals(this.hash)) ? entry : null;
	}

	/** Returns the ticks of an entry that need not be run again. */
	private DoneTicks done(@Nullable TickEntry any) {
		TickEntry entry = own(any);
		if (entry == null) {
			return DoneTicks.NONE;
		}
		DoneTicks.Range series = series(entry);
		return (series != null) ? entry.others().with(series) : entry.others();
	}

	/** Returns the ticks that an entry ends, as far as they are done. */
	private DoneTicks.@Nullable Range series(TickEntry entry) {
		Instant last = entry.tick();
		if (entry.state() == TickEntry.State.BEGUN) {
			last = this.calendar.latest(entry.tick().minusMillis(1));
		}
		boolean any = last != null && !entry.isSeenOnly() && !last.isBefore(entry.since());
		return (any && last != null) ? new DoneTicks.Range(entry.since(), last) : null;
	}

	/**
	 * Returns the tick that a leader has begun and not finished, if another note takes
	 * its place: it comes again if that leader's clock was ahead.
	 */
	private DoneTicks interrupted(@Nullable TickEntry any, TickEntry note) {
		TickEntry record = own(any);
		if (record == null || record.state() != TickEntry.State.BEGUN || record.tick().equals(note.tick())) {
			return DoneTicks.NONE;
		}
		boolean over = !this.policy.runAgain() || record.attempt() >= this.policy.maxAttempts();
		DoneTicks.Range former = series(record);
		Instant from = (over && former != null) ? former.from() : record.tick();
		return DoneTicks.NONE.with(new DoneTicks.Range(from, record.tick(), over ? 0 : record.attempt()));
	}

	/**
	 * Adds to a note the series that it continues, and other ticks that are done. Only
	 * the series of the present note is continued: after an earlier one others have led,
	 * whose clocks may be right, so that the ticks in between still come.
	 */
	private TickEntry beside(TickEntry note, DoneTicks.@Nullable Range former, DoneTicks done) {
		Instant since = (former != null && isContinued(former.to(), note.tick())) ? former.from() : note.tick();
		DoneTicks.Range around = done.upTo(since);
		since = (around != null && around.contains(since)) ? around.from() : since;
		return new TickEntry(note.tick(), note.state(), note.token(), note.attempt(), note.hash(), since,
				done.beside(new DoneTicks.Range(since, note.tick())));
	}

	/**
	 * Returns the step that replaces one whose note is written, if it has become too late
	 * to run its tick, otherwise {@code null}.
	 */
	@Nullable TickStep late(TickStep step, Instant now) {
		boolean bounded = step.run() == TickOutcome.CAUGHT_UP || step.run() == TickOutcome.REPEATED;
		return (bounded && !isInTime(step.note().tick(), now)) ? step.withoutRun() : null;
	}

	/** Returns the tick that a call counts for. */
	private @Nullable Instant tick(Instant now, TickKnowledge known, boolean early) {
		Instant latest = this.calendar.latest(now);
		boolean isOpen = latest != null && known.isOpen(latest);
		Instant coming = (early && !isOpen) ? this.calendar.next(now) : null;
		if (coming == null) {
			return latest;
		}
		Duration period = (latest != null) ? Duration.between(latest, coming) : this.calendar.period(coming);
		Duration left = Duration.between(now, coming);
		return (left.compareTo(EARLY) <= 0 && left.compareTo(period.dividedBy(10)) <= 0) ? coming : latest;
	}

	/**
	 * Returns whether a tick continues a series, if need be over a usual vacancy. After
	 * any other gap the clock may be wrong.
	 */
	private boolean isContinued(Instant last, Instant tick) {
		return !tick.isAfter(last.plus(VACANCY))
				|| !tick.isAfter(last.plus(this.calendar.period(last).multipliedBy(2)));
	}

	/** Returns whether an entry was written with a clock that was ahead. */
	private boolean isFuture(@Nullable TickEntry entry, Instant now) {
		return entry != null && isFuture(entry.tick(), now);
	}

	private boolean isFuture(Instant tick, Instant now) {
		return tick.isAfter(now.plus(FUTURE)) && tick.isAfter(now.plus(this.calendar.period(tick).multipliedBy(2)));
	}

	/** Returns the step for a tick after the last known one. */
	private TickStep afterHistory(Instant tick, TickEntry last, TickKnowledge known, TickView view) {
		int between = this.calendar.count(known.lastBefore(tick, last), tick);
		boolean interrupted = last.state() == TickEntry.State.BEGUN;
		int replaced = interrupted ? between + 1 : between;
		if (view.covers(tick)) {
			return first(tick, TickOutcome.RUN, known.done(), view).and(TickOutcome.MISSED, replaced);
		}
		if (this.policy.catchUp() && isInTime(tick, view.now())) {
			return first(tick, TickOutcome.CAUGHT_UP, known.done(), view).and(TickOutcome.MISSED, replaced);
		}
		if (interrupted && this.policy.runAgain() && isInTime(last.tick(), view.now())) {
			return again(last, view, known.memory()).and(TickOutcome.MISSED, between + 1).passing(tick);
		}
		return skip(tick, 0, view).and(TickOutcome.MISSED, replaced + 1);
	}

	/**
	 * Returns the step for a tick that the present note does not know. A leader whose
	 * clock was ahead may have begun it.
	 */
	private TickStep first(Instant tick, TickOutcome why, DoneTicks done, TickView view) {
		int attempts = done.attempts(tick);
		return (attempts == 0) ? begin(tick, 1, why, view) : nextAttempt(tick, attempts, view);
	}

	/** Returns the step for a tick that was begun and not finished. */
	private TickStep again(TickEntry known, TickView view, TickMemory memory) {
		if (known.token() == view.token() && !memory.hasStarted(known)) {
			// The answer to this term's own note was lost, and no run was started
			TickOutcome first = view.covers(known.tick()) ? TickOutcome.RUN : TickOutcome.CAUGHT_UP;
			return begin(known.tick(), known.attempt(), (known.attempt() > 1) ? TickOutcome.REPEATED : first, view);
		}
		return nextAttempt(known.tick(), known.attempt(), view);
	}

	private TickStep nextAttempt(Instant tick, int attempts, TickView view) {
		if (!this.policy.runAgain() || !isInTime(tick, view.now())) {
			return skip(tick, attempts, view).and(TickOutcome.MISSED, 1);
		}
		if (attempts >= this.policy.maxAttempts()) {
			return skip(tick, attempts, view).and(TickOutcome.GIVEN_UP, 1);
		}
		return begin(tick, attempts + 1, TickOutcome.REPEATED, view);
	}

	/**
	 * Writes the last tick again if the record of a former term lacks it, otherwise
	 * returns {@code null}.
	 */
	private static @Nullable TickStep repaired(TickEntry known, @Nullable TickEntry record, TickView view) {
		boolean written = known.isOfSameRun(record) || (record != null && known.tick().isBefore(record.tick()))
				|| (record != null && record.token() == view.token() && !record.tick().isAfter(known.tick())
						&& known.token() == view.token());
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
