/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.DetachedCall;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

/**
 * A term and the work that depends on it. Work enters until the term is closed; when the
 * last has left and listeners were told, the term's work is over.
 * <p>
 * An interrupt is sent under the same lock under which work enters and leaves, so that it
 * never reaches a thread that has left.
 */
final class TermWork implements Leadership, StoredTerm.Bearer {

	private final Participant participant;

	private final StoredTerm term;

	private final long token;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition end = this.lock.newCondition();

	private final PiecesOfWork pieces = new PiecesOfWork();

	private boolean closed;

	private boolean told;

	private boolean reported;

	private @Nullable List<Runnable> onLost = new ArrayList<>();

	TermWork(Participant participant, StoredTerm term) {
		this.participant = participant;
		this.term = term;
		this.token = term.token();
	}

	@Override
	public StoredTerm storedTerm() {
		return this.term;
	}

	@Override
	public String election() {
		return this.participant.name();
	}

	@Override
	public long fencingToken() {
		return this.token;
	}

	@Override
	public Duration remaining() {
		return this.participant.remaining(this.token);
	}

	@Override
	public boolean isValid() {
		return this.participant.isValid(this.token);
	}

	@Override
	public void verify() {
		if (!isValid()) {
			throw new LeadershipLostException(election(), this.token, null);
		}
	}

	@Override
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		long left = Durations.nanos(timeout);
		this.lock.lockInterruptibly();
		try {
			while (!this.closed && left > 0) {
				left = this.end.awaitNanos(left);
			}
			return this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public Registration onLost(Runnable action) {
		this.lock.lock();
		try {
			List<Runnable> actions = this.onLost;
			if (actions != null) {
				actions.add(action);
				return () -> removeOnLost(action);
			}
		}
		finally {
			this.lock.unlock();
		}
		this.participant.deliver(action);
		return () -> {
		};
	}

	private void removeOnLost(Runnable action) {
		this.lock.lock();
		try {
			if (this.onLost != null) {
				this.onLost.remove(action);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Nullable GuardedCall enter(OnLoss onLoss) {
		return enter(new Call(onLoss));
	}

	/** Enters work that is interrupted by the begin of a hand-over already. */
	@Nullable GuardedCall enterTask(OnLoss onLoss) {
		return enter(new TaskCall(onLoss));
	}

	private @Nullable GuardedCall enter(Call call) {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			this.pieces.add(call);
		}
		finally {
			this.lock.unlock();
		}
		LeadershipContext.set(call);
		return call;
	}

	private DetachedCall detach(Call call, Runnable cancellation) {
		DetachedWork detached = new DetachedWork(this, call.onLoss, cancellation);
		boolean lost;
		this.lock.lock();
		try {
			lost = call.interrupted;
			this.pieces.replace(call, detached);
		}
		finally {
			this.lock.unlock();
		}
		call.leaveThread();
		if (lost) {
			detached.cancel();
		}
		return detached;
	}

	/** Takes no more work. */
	List<Runnable> close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.end.signalAll();
			List<Runnable> actions = this.onLost;
			this.onLost = null;
			return (actions != null) ? actions : List.of();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** A hand-over has begun: interrupts the tasks, and lets other work go on. */
	void interruptTasks() {
		this.lock.lock();
		try {
			this.pieces.interruptTasks();
		}
		finally {
			this.lock.unlock();
		}
	}

	void interrupt() {
		List<Runnable> cancellations;
		this.lock.lock();
		try {
			cancellations = this.pieces.interrupt();
		}
		finally {
			this.lock.unlock();
		}
		cancellations.forEach(this.participant::cancel);
	}

	/** Interrupts one piece of work that has not ended. */
	void interrupt(PiecesOfWork.Piece piece) {
		Runnable cancellation;
		this.lock.lock();
		try {
			cancellation = this.pieces.interrupt(piece);
		}
		finally {
			this.lock.unlock();
		}
		if (cancellation != null) {
			this.participant.cancel(cancellation);
		}
	}

	/** Listeners have been told of the end of this term. */
	void told() {
		this.lock.lock();
		try {
			this.told = true;
		}
		finally {
			this.lock.unlock();
		}
		reportIfOver();
	}

	/**
	 * Work whose thread ends the process can never leave, since the process waits for the
	 * hand-over that waits for the work.
	 */
	void dropExiting() {
		this.lock.lock();
		try {
			this.pieces.removeExiting();
		}
		finally {
			this.lock.unlock();
		}
		reportIfOver();
	}

	/** Whether the work was reported as over. */
	boolean isOver() {
		this.lock.lock();
		try {
			return this.reported;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void reportIfOver() {
		this.lock.lock();
		try {
			if (!this.closed || !this.told || !this.pieces.isEmpty() || this.reported) {
				return;
			}
			this.reported = true;
		}
		finally {
			this.lock.unlock();
		}
		this.participant.workEnded(this.token);
	}

	void leave(PiecesOfWork.Piece piece) {
		boolean last;
		this.lock.lock();
		try {
			this.pieces.remove(piece);
			last = this.closed && this.pieces.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
		if (last) {
			reportIfOver();
		}
	}

	/**
	 * One piece of work on one thread. It stands in for the term on that thread, which
	 * saves a second object on the way in.
	 */
	private class Call extends PiecesOfWork.Piece implements GuardedCall, Leadership, StoredTerm.Bearer {

		private final Thread thread = Thread.currentThread();

		private final @Nullable Leadership enclosing = LeadershipContext.get();

		private boolean closed;

		Call(OnLoss onLoss) {
			super(onLoss);
		}

		@Override
		@Nullable Runnable interruptNow() {
			this.thread.interrupt();
			return null;
		}

		@Override
		boolean isExiting() {
			return ExitingThread.is(this.thread);
		}

		@Override
		public void interrupt() {
			TermWork.this.lock.lock();
			try {
				PiecesOfWork.interruptAgain(this);
			}
			finally {
				TermWork.this.lock.unlock();
			}
		}

		@Override
		public DetachedCall detach(Runnable cancellation) {
			if (this.closed) {
				throw new IllegalStateException("This guarded call of election '" + election()
						+ "' has ended. Detach it before it is closed, and once");
			}
			return TermWork.this.detach(this, cancellation);
		}

		@Override
		public void close() {
			if (!this.closed) {
				leave(this);
				leaveThread();
			}
		}

		/** No further interrupt can come when this is called. */
		void leaveThread() {
			this.closed = true;
			LeadershipContext.set(this.enclosing);
			if (this.interrupted) {
				Thread.interrupted();
				if (enclosingInterrupted()) {
					this.thread.interrupt();
				}
			}
		}

		@SuppressWarnings("ReferenceEquality") // the same thread, not an equal one
		private boolean enclosingInterrupted() {
			Leadership outer = this.enclosing;
			while (outer instanceof Call call && call.thread == this.thread) {
				if (call.interrupted) {
					return true;
				}
				outer = call.enclosing;
			}
			return false;
		}

		@Override
		public boolean interrupted() {
			return this.interrupted;
		}

		@Override
		public Leadership leadership() {
			return TermWork.this;
		}

		@Override
		public StoredTerm storedTerm() {
			return TermWork.this.term;
		}

		@Override
		public String election() {
			return TermWork.this.election();
		}

		@Override
		public long fencingToken() {
			return TermWork.this.fencingToken();
		}

		@Override
		public Duration remaining() {
			return TermWork.this.remaining();
		}

		@Override
		public boolean isValid() {
			return TermWork.this.isValid();
		}

		@Override
		public void verify() {
			TermWork.this.verify();
		}

		@Override
		public boolean awaitEnd(Duration timeout) throws InterruptedException {
			return TermWork.this.awaitEnd(timeout);
		}

		@Override
		public Registration onLost(Runnable action) {
			return TermWork.this.onLost(action);
		}

	}

	/** A piece of work that is to end when a hand-over begins. */
	private final class TaskCall extends Call {

		TaskCall(OnLoss onLoss) {
			super(onLoss);
		}

		@Override
		boolean isTask() {
			return true;
		}

	}

}
