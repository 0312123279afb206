/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.function.Consumer;

import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task, in one term. It begins and ends on its own thread; the loop
 * processes its outcome.
 */
final class TaskRun implements Runnable {

	private final TaskWork work;

	private final TermOwner owner;

	private final WorkLoop loop;

	final Term term;

	final Progress progress;

	final Result result = new Result();

	final Watch watch = new Watch();

	// Created at the beginning, so that the end allocates less

	private final Runnable returned;

	private final Runnable over;

	volatile @Nullable Thread thread;

	private volatile @Nullable EnteredCall call;

	private volatile boolean cancelled;

	/**
	 * Creates a run that has not begun.
	 * @param returned called on the loop when the work has returned, before it leaves the
	 * term
	 * @param over called on the loop when the run has ended, or with the next look
	 */
	TaskRun(TaskWork work, TermOwner owner, WorkLoop loop, Term term, Consumer<TaskRun> returned,
			Consumer<TaskRun> over) {
		this.work = work;
		this.owner = owner;
		this.loop = loop;
		this.term = term;
		this.progress = new Progress(loop.time().ticker());
		this.returned = () -> returned.accept(this);
		this.over = () -> over.accept(this);
	}

	@Override
	public void run() {
		boolean entered = false;
		Throwable thrown = null;
		try {
			EnteredCall call = enter();
			entered = call != null;
			thrown = (call != null) ? run(call) : null;
		}
		finally {
			// Otherwise the task would never run again
			this.result.set(entered, thrown);
			this.loop.soon(this.over);
		}
	}

	private @Nullable EnteredCall enter() {
		return this.owner.leads(this.term) ? this.term.enterTask(this.work.options().onLoss(), this.progress::made)
				: null;
	}

	private @Nullable Throwable run(EnteredCall call) {
		this.progress.made();
		this.thread = Thread.currentThread();
		this.call = call;
		try {
			if (!this.cancelled) {
				this.work.work().run(call.leadership());
				this.loop.soon(this.returned);
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
		finally {
			this.thread = null;
			call.close();
		}
	}

	void cancel(Thread caller) {
		this.cancelled = true;
		if (!caller.equals(this.thread)) {
			interrupt();
		}
	}

	void interrupt() {
		EnteredCall call = this.call;
		if (call != null) {
			call.interrupt();
		}
	}

	/**
	 * The work to run.
	 *
	 * @param options how it is run
	 */
	record TaskWork(LeaderWork work, LeaderWorkOptions options) {

	}

	/** When a run began, and last reported progress. */
	static final class Progress {

		private final Ticker ticker;

		final long startedAt;

		private volatile long madeAt;

		Progress(Ticker ticker) {
			this.ticker = ticker;
			this.startedAt = ticker.nanos();
			this.madeAt = this.startedAt;
		}

		/** The task has begun, or reports progress. On its thread. */
		void made() {
			this.madeAt = this.ticker.nanos();
		}

		/** When the task began, or last reported progress. */
		long madeAt() {
			return this.madeAt;
		}

	}

	/** How a run ended. */
	static final class Result {

		boolean entered;

		@Nullable Throwable thrown;

		private volatile boolean known;

		/** The run has ended, or could not begin. */
		void set(boolean entered, @Nullable Throwable thrown) {
			this.entered = entered;
			this.thrown = thrown;
			this.known = true;
		}

		/** To be called before the fields are read. */
		boolean isKnown() {
			return this.known;
		}

	}

	/** A wait for the end of a run that was cancelled. Used only by the loop. */
	static final class Watch {

		boolean begun;

		boolean reported;

		long cancelledAt;

	}

}
