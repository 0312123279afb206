/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.function.Consumer;

import io.leaderelection.LeaderWork;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task, in one term. It begins and ends on its own thread; the loop
 * processes its outcome.
 */
final class TaskRun implements Runnable {

	private final LeaderWork work;

	private final OnLoss onLoss;

	private final TermOwner owner;

	private final WorkLoop loop;

	final Term term;

	final long startedAt;

	// Created at the beginning, so that the end allocates less

	private final Runnable returned;

	private final Runnable over;

	/** When the task began, or last reported progress. */
	volatile long progressAt;

	volatile @Nullable Thread thread;

	private volatile @Nullable DetachableCall call;

	private volatile boolean cancelled;

	boolean entered;

	@Nullable Throwable thrown;

	/** Written after the two fields above. */
	volatile boolean finished;

	// Used only by the loop

	boolean watched;

	boolean reported;

	long cancelledAt;

	/**
	 * Creates a run that has not begun.
	 * @param returned called on the loop when the work has returned, before it leaves the
	 * term
	 * @param over called on the loop when the run has ended, or with the next look
	 */
	TaskRun(LeaderWork work, OnLoss onLoss, TermOwner owner, WorkLoop loop, Term term, Consumer<TaskRun> returned,
			Consumer<TaskRun> over) {
		this.work = work;
		this.onLoss = onLoss;
		this.owner = owner;
		this.loop = loop;
		this.term = term;
		this.startedAt = loop.time().ticker().nanos();
		this.progressAt = this.startedAt;
		this.returned = () -> returned.accept(this);
		this.over = () -> over.accept(this);
	}

	@Override
	public void run() {
		boolean entered = false;
		Throwable thrown = null;
		try {
			DetachableCall call = enter();
			entered = call != null;
			thrown = (call != null) ? run(call) : null;
		}
		finally {
			// Otherwise the task would never run again
			finish(entered, thrown);
			this.loop.soon(this.over);
		}
	}

	private @Nullable DetachableCall enter() {
		return this.owner.leads(this.term) ? this.term.enterTask(this.onLoss, this::progressed) : null;
	}

	private void progressed() {
		this.progressAt = this.loop.time().ticker().nanos();
	}

	/** The run has ended, or could not begin. */
	void finish(boolean entered, @Nullable Throwable thrown) {
		this.entered = entered;
		this.thrown = thrown;
		this.finished = true;
	}

	private @Nullable Throwable run(DetachableCall call) {
		progressed();
		this.thread = Thread.currentThread();
		this.call = call;
		try {
			if (!this.cancelled) {
				this.work.run(call.leadership());
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
		DetachableCall call = this.call;
		if (call != null) {
			call.interrupt();
		}
	}

}
