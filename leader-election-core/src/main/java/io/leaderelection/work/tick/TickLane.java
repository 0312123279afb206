/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * One job in one instance. The owner of a {@link Turn} has the lane alone until the turn
 * ends; other calls run nothing meanwhile. Safe to use from any thread: a decision and
 * the change of state are one step.
 */
public final class TickLane {

	private final TickRules rules;

	private final TickObserver observer;

	/** The owner of the lane. */
	private @Nullable Turn turn;

	/** The term in which somebody asked for a run by hand: its next call is one. */
	private long requested;

	private long requests;

	private TickRules.Memory memory = new TickRules.Memory(null, null);

	/**
	 * Creates the lane.
	 * @param rules the rules of the job
	 * @param observer is notified of outcomes
	 */
	public TickLane(TickRules rules, TickObserver observer) {
		this.rules = rules;
		this.observer = observer;
	}

	/**
	 * Decides what a call does.
	 * @param known supplies what is known, when nobody else decides
	 * @return the turn, to be ended by the caller; or {@code null} if there is nothing to
	 * do
	 * @throws IllegalArgumentException if the note is not understood; then nothing is
	 * done
	 */
	public synchronized @Nullable Turn call(Supplier<TickView> known) {
		TickView view = known.get();
		if (this.turn == null && this.requested == view.token()) {
			this.requested = 0;
			this.turn = new Turn(null, view.now());
			return this.turn;
		}
		Turn turn = begin(view);
		if (turn == null) {
			this.observer.counted(TickOutcome.ALREADY_DONE, 1);
		}
		return turn;
	}

	/**
	 * A call that has written a note and run nothing looks again.
	 * @param known as of {@link #call}
	 * @return as of {@link #call}
	 * @throws IllegalArgumentException as of {@link #call}
	 */
	public synchronized @Nullable Turn look(Supplier<TickView> known) {
		return begin(known.get());
	}

	private @Nullable Turn begin(TickView view) {
		TickStep due = (this.turn == null) ? this.rules.due(view, this.memory.at(view.now()), true) : null;
		if (due == null) {
			return null;
		}
		this.turn = new Turn(due, view.now());
		return this.turn;
	}

	/**
	 * Whether a call would have found something to do a while ago. Changes nothing.
	 * @param known supplies what is known, when nobody else decides
	 * @param patience how long ago
	 * @return whether it would
	 * @throws IllegalArgumentException if the note is not understood
	 */
	public synchronized boolean isDue(Supplier<TickView> known, Duration patience) {
		TickView view = known.get();
		return this.turn == null && this.rules.due(view.earlier(patience), this.memory.at(view.now()), false) != null;
	}

	/**
	 * Makes the next call of a term a run by hand, which counts for no tick.
	 * @param token the term's fencing token
	 * @return withdraws the request if no call has taken it, or {@code null} if the lane
	 * is not free
	 */
	public synchronized @Nullable Runnable request(long token) {
		if (this.turn != null || this.requested == token) {
			return null;
		}
		this.requested = token;
		long number = ++this.requests;
		return () -> withdraw(number);
	}

	private synchronized void withdraw(long number) {
		if (this.requests == number) {
			this.requested = 0;
		}
	}

	/**
	 * Whether somebody has the lane.
	 * @return whether the job runs, or is about to, or has just ended
	 */
	public synchronized boolean isBusy() {
		return this.turn != null;
	}

	/**
	 * The next moment of the job.
	 * @param after the present
	 * @return the moment, or {@code null} if none comes
	 */
	public @Nullable Instant next(Instant after) {
		return this.rules.calendar().next(after);
	}

	/**
	 * The lane is taken: first the note, if there is one, is written; then the job runs,
	 * if it is to. Used by one thread at a time.
	 */
	public final class Turn {

		/** {@code null} for a run by hand. */
		private @Nullable TickStep step;

		private final Instant since;

		private boolean finished;

		private Turn(@Nullable TickStep step, Instant since) {
			this.step = step;
			this.since = since;
		}

		/**
		 * The note to be written before anything else.
		 * @return the entry, or {@code null} for a run by hand
		 */
		public @Nullable TickEntry note() {
			return (this.step != null) ? this.step.note() : null;
		}

		/**
		 * Whether the job is to be run.
		 * @return {@code false} if only the note is to be written
		 */
		public boolean runs() {
			return this.step == null || this.step.run() != null;
		}

		/**
		 * Gives the run up if it has become too late for its tick while the note was
		 * written.
		 * @param now the time of day
		 * @return what is to be written instead, or {@code null} if it is not too late
		 */
		public @Nullable TickEntry late(Instant now) {
			TickStep late = (this.step != null) ? TickLane.this.rules.late(this.step, now) : null;
			if (late == null) {
				return null;
			}
			this.step = late;
			return late.note();
		}

		/** The note is known to be written, and the job is run now if it is to. */
		public void noted() {
			if (this.step != null) {
				passed(this.step);
			}
		}

		/**
		 * The job has ended, and was not interrupted by the loss of the term.
		 * @return what is to be written then, or {@code null}
		 */
		public @Nullable TickEntry finished() {
			synchronized (TickLane.this) {
				this.finished = true;
				TickEntry begun = note();
				if (begun == null) {
					return null;
				}
				TickEntry entry = new TickEntry(begun.tick(), TickEntry.State.FINISHED, begun.token(), begun.attempt(),
						begun.hash());
				TickLane.this.memory = new TickRules.Memory(entry, TickLane.this.memory.passed());
				return entry;
			}
		}

		/**
		 * Leaves the lane, whatever came of the turn.
		 * @param now the time of day
		 */
		public void end(Instant now) {
			synchronized (TickLane.this) {
				TickLane.this.turn = null;
				if (this.finished) {
					TickEntry begun = note();
					overrun((begun != null && begun.tick().isAfter(this.since)) ? begun.tick() : this.since, now);
				}
			}
		}

	}

	private synchronized void passed(TickStep step) {
		Instant passed = (step.passes() != null) ? step.passes() : this.memory.passed();
		this.memory = new TickRules.Memory((step.run() != null) ? step.note() : this.memory.last(), passed);
		step.counts().forEach(this.observer::counted);
	}

	/** Ticks that fell into the run are not looked for. */
	private void overrun(Instant from, Instant now) {
		Instant latest = this.rules.calendar().latest(now);
		if (latest != null && latest.isAfter(from)) {
			this.memory = new TickRules.Memory(this.memory.last(), latest);
			this.observer.counted(TickOutcome.OVERRUN, this.rules.calendar().count(from, latest) + 1);
		}
	}

}
