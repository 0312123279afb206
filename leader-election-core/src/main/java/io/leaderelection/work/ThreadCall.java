/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call or task on one thread.
 */
class ThreadCall extends Call implements EnteredCall {

	private final WorkedTerm term;

	private final WorkScope scope;

	private final @Nullable Leadership enclosing = LeadershipContext.get();

	private boolean closed;

	ThreadCall(WorkedTerm term, OnLoss onLoss) {
		super(onLoss);
		this.term = term;
		this.scope = new WorkScope(term);
	}

	/** Called after it has entered the term. */
	void enterThread() {
		this.scope.open();
		LeadershipContext.set(leadership());
	}

	@Override
	void stop() {
		this.interrupted = true;
		this.scope.interrupt();
	}

	@Override
	Thread thread() {
		return this.scope.thread();
	}

	@Override
	public void interrupt() {
		this.term.interrupt(this);
	}

	@Override
	public DetachedCall detach(Runnable cancellation) {
		if (this.closed) {
			throw new IllegalStateException("This guarded call of election '" + this.term.election()
					+ "' has ended. Detach it before it is closed, and once");
		}
		ThreadlessCall detached = new ThreadlessCall(this.term, this.onLoss, cancellation);
		boolean lost = this.term.replace(this, detached);
		leaveThread();
		if (lost) {
			detached.cancel();
		}
		return detached;
	}

	@Override
	public void close() {
		if (!this.closed) {
			this.term.leave(this);
			leaveThread();
		}
	}

	/** Called when no further interrupt can arrive. */
	private void leaveThread() {
		this.closed = true;
		LeadershipContext.set(this.enclosing);
		this.scope.close();
	}

	@Override
	public boolean interrupted() {
		return this.interrupted;
	}

	@Override
	public Leadership leadership() {
		return TaskTerm.asSeenFrom(this.enclosing, this.term);
	}

	/** A call that has to end when a handover begins. */
	static final class Task extends ThreadCall {

		private final TaskTerm seen;

		Task(WorkedTerm term, Runnable progressed, OnLoss onLoss) {
			super(term, onLoss);
			this.seen = new TaskTerm(term, progressed);
		}

		@Override
		public Leadership leadership() {
			return this.seen;
		}

		@Override
		boolean isTask() {
			return true;
		}

	}

}
