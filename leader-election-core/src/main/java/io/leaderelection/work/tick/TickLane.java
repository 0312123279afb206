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
 * The calls of one job in one instance. While a call has a {@link Turn} other calls run
 * nothing. Safe to use from any thread: a decision and the change of state are one step.
 */
public final class TickLane {

	private final TickRules rules;

	private final TickObserver observer;

	/** The current turn, if any. */
	private @Nullable Turn turn;

	/** The term whose next call is a manual run, or 0. */
	private long requested;

	private long requests;

	private TickMemory memory = new TickMemory(null, null);

	/**
	 * Creates the lane.
	 * @param rules the rules of the job
	 * @param observer the observer of outcomes
	 */
	public TickLane(TickRules rules, TickObserver observer) {
		this.rules = rules;
		this.observer = observer;
	}

	/**
	 * Decides what a call has to do.
	 * @param known supplies the state of the job, under the lock of this lane
	 * @return the turn, which the caller must end, or {@code null} if there is nothing to
	 * do
	 * @throws IllegalArgumentException if the note is not understood; then nothing is
	 * done
	 */
	public synchronized @Nullable Turn call(Supplier<TickView> known) {
		TickView view = known.get();
		if (this.turn == null && this.requested == view.token()) {
			this.requested = 0;
			return manual(known);
		}
		Turn turn = begin(view);
		if (turn == null) {
			this.observer.counted(TickOutcome.ALREADY_DONE, 1);
		}
		return turn;
	}

	/**
	 * Decides again for a call that has written a note and run nothing.
	 * @param known see {@link #call}
	 * @return see {@link #call}
	 * @throws IllegalArgumentException see {@link #call}
	 */
	public synchronized @Nullable Turn look(Supplier<TickView> known) {
		return begin(known.get());
	}

	/**
	 * Begins a manual run, which counts for no tick.
	 * @param known see {@link #call}
	 * @return the turn, which the caller must end, or {@code null} if the lane is busy
	 */
	public synchronized @Nullable Turn manual(Supplier<TickView> known) {
		if (this.turn == null) {
			this.turn = new Turn(null, known.get().now());
			return this.turn;
		}
		return null;
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
	 * Returns whether a call would have had something to do some time ago. Changes
	 * nothing.
	 * @param known supplies the state of the job, under the lock of this lane
	 * @param patience how long ago
	 * @return whether it would have
	 * @throws IllegalArgumentException if the note is not understood
	 */
	public synchronized boolean isDue(Supplier<TickView> known, Duration patience) {
		TickView view = known.get();
		return this.turn == null && this.rules.due(view.earlier(patience), this.memory.at(view.now()), false) != null;
	}

	/**
	 * Makes the next call of a term a manual run, which counts for no tick.
	 * @param token the term's fencing token
	 * @return an action that withdraws the request if no call has used it, or
	 * {@code null} if the lane is busy
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
	 * Returns whether a call has a turn.
	 * @return whether the job runs, or is about to, or has just ended
	 */
	public synchronized boolean isBusy() {
		return this.turn != null;
	}

	/**
	 * Returns the next moment of the job.
	 * @param after the current time
	 * @return the moment, or {@code null} if there is none
	 */
	public @Nullable Instant next(Instant after) {
		return this.rules.calendar().next(after);
	}

	/**
	 * A turn of a call: it first writes the note, if there is one, and then runs the job,
	 * if it {@linkplain #runs() has to}. Used by one thread at a time.
	 */
	public final class Turn {

		/** {@code null} for a manual run. */
		private @Nullable TickStep step;

		private final Instant since;

		private boolean finished;

		private Turn(@Nullable TickStep step, Instant since) {
			this.step = step;
			this.since = since;
		}

		/**
		 * Returns the note to write first.
		 * @return the entry, or {@code null} for a manual run
		 */
		public @Nullable TickEntry note() {
			return (this.step != null) ? this.step.note() : null;
		}

		/**
		 * Returns whether the job has to run.
		 * @return {@code false} if only the note has to be written
		 */
		public boolean runs() {
			return this.step == null || this.step.run() != null;
		}

		/**
		 * Cancels the run if it has become too late for its tick while the note was
		 * written.
		 * @param now the time of day
		 * @return the entry to write instead, or {@code null} if it is not too late
		 */
		public @Nullable TickEntry late(Instant now) {
			TickStep late = (this.step != null) ? TickLane.this.rules.late(this.step, now) : null;
			if (late == null) {
				return null;
			}
			this.step = late;
			return late.note();
		}

		/** Called when the note is known to be written, before the job runs. */
		public void noted() {
			if (this.step != null) {
				passed(this.step);
			}
		}

		/**
		 * Called when the job has ended without being interrupted by the loss of the
		 * term.
		 * @return the entry to write, or {@code null}
		 */
		public @Nullable TickEntry finish() {
			synchronized (TickLane.this) {
				this.finished = true;
				TickEntry begun = note();
				if (begun == null) {
					return null;
				}
				TickEntry entry = begun.as(TickEntry.State.FINISHED, begun.attempt());
				TickLane.this.memory = new TickMemory(entry, TickLane.this.memory.passed());
				return entry;
			}
		}

		/**
		 * Ends the turn, whatever its outcome.
		 * @param now the time of day
		 */
		public void giveBack(Instant now) {
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
		this.memory = new TickMemory((step.run() != null) ? step.note() : this.memory.last(), passed);
		step.counts().forEach(this.observer::counted);
	}

	/** Skips ticks that were due during the run. */
	private void overrun(Instant from, Instant now) {
		Instant latest = this.rules.calendar().latest(now);
		if (latest != null && latest.isAfter(from)) {
			this.memory = new TickMemory(this.memory.last(), latest);
			this.observer.counted(TickOutcome.OVERRUN, this.rules.calendar().count(from, latest) + 1);
		}
	}

}
