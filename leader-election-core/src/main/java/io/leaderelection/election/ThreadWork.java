/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.function.Predicate;

import io.leaderelection.DetachedCall;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.WorkScope;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work on one thread. It stands in for the term on that thread, which saves
 * a second object on the way in.
 */
class ThreadWork extends PiecesOfWork.Piece implements GuardedCall, Leadership, StoredTerm.Bearer {

	private final TermWork term;

	private final WorkScope scope;

	private final @Nullable Leadership enclosing = LeadershipContext.get();

	private boolean closed;

	ThreadWork(TermWork term, OnLoss onLoss) {
		super(onLoss);
		this.term = term;
		this.scope = new WorkScope(term);
	}

	/** It has entered the term. */
	void enterThread() {
		this.scope.open();
		LeadershipContext.set(this);
	}

	@Override
	@Nullable Runnable interruptNow() {
		this.scope.interrupt();
		return null;
	}

	@Override
	boolean isUnending(Predicate<Thread> unending) {
		return unending.test(this.scope.thread());
	}

	@Override
	public void interrupt() {
		this.term.interruptAgain(this);
	}

	@Override
	public DetachedCall detach(Runnable cancellation) {
		if (this.closed) {
			throw new IllegalStateException("This guarded call of election '" + election()
					+ "' has ended. Detach it before it is closed, and once");
		}
		return this.term.detach(this, cancellation);
	}

	@Override
	public void close() {
		if (!this.closed) {
			this.term.leave(this);
			leaveThread();
		}
	}

	/** No further interrupt can come when this is called. */
	void leaveThread() {
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
		return this.term;
	}

	@Override
	public StoredTerm storedTerm() {
		return this.term.storedTerm();
	}

	@Override
	public String election() {
		return this.term.election();
	}

	@Override
	public long fencingToken() {
		return this.term.fencingToken();
	}

	@Override
	public Duration remaining() {
		return this.term.remaining();
	}

	@Override
	public boolean isValid() {
		return this.term.isValid();
	}

	@Override
	public void verify() {
		this.term.verify();
	}

	@Override
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		return this.term.awaitEnd(timeout);
	}

	@Override
	public Registration onLost(Runnable action) {
		return this.term.onLost(action);
	}

	/** A piece of work that is to end when a hand-over begins. */
	static final class Task extends ThreadWork {

		Task(TermWork term, OnLoss onLoss) {
			super(term, onLoss);
		}

		@Override
		boolean isTask() {
			return true;
		}

	}

}
