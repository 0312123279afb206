/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

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

	private @Nullable Call first;

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
		Call call = new Call(onLoss);
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			call.next = this.first;
			if (this.first != null) {
				this.first.previous = call;
			}
			this.first = call;
		}
		finally {
			this.lock.unlock();
		}
		LeadershipContext.set(call);
		return call;
	}

	/** Takes no more work. */
	List<Runnable> close() {
		this.lock.lock();
		try {
			this.closed = true;
			List<Runnable> actions = this.onLost;
			this.onLost = null;
			return (actions != null) ? actions : List.of();
		}
		finally {
			this.lock.unlock();
		}
	}

	void interrupt() {
		this.lock.lock();
		try {
			for (Call call = this.first; call != null; call = call.next) {
				call.interrupt();
			}
		}
		finally {
			this.lock.unlock();
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
			for (Call call = this.first; call != null; call = call.next) {
				if (ExitingThread.is(call.thread)) {
					unlink(call);
				}
			}
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
			if (!this.closed || !this.told || this.first != null || this.reported) {
				return;
			}
			this.reported = true;
		}
		finally {
			this.lock.unlock();
		}
		this.participant.workEnded(this.token);
	}

	private void leave(Call call) {
		boolean last;
		this.lock.lock();
		try {
			unlink(call);
			last = this.closed && this.first == null;
		}
		finally {
			this.lock.unlock();
		}
		if (last) {
			reportIfOver();
		}
	}

	private void unlink(Call call) {
		if (!call.left) {
			call.left = true;
			if (call.previous != null) {
				call.previous.next = call.next;
			}
			else {
				this.first = call.next;
			}
			if (call.next != null) {
				call.next.previous = call.previous;
			}
		}
	}

	/**
	 * One piece of work on one thread. It stands in for the term on that thread, which
	 * saves a second object on the way in.
	 */
	private final class Call implements GuardedCall, Leadership, StoredTerm.Bearer {

		private final Thread thread = Thread.currentThread();

		private final @Nullable Leadership enclosing = LeadershipContext.get();

		private final boolean interruptible;

		private @Nullable Call previous;

		private @Nullable Call next;

		private boolean left;

		private boolean closed;

		private volatile boolean interrupted;

		Call(OnLoss onLoss) {
			this.interruptible = onLoss == OnLoss.INTERRUPT;
		}

		/** Under the lock of the term. */
		void interrupt() {
			if (this.interruptible && !this.interrupted) {
				this.interrupted = true;
				this.thread.interrupt();
			}
		}

		@Override
		public void close() {
			if (this.closed) {
				return;
			}
			this.closed = true;
			leave(this);
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
		public Registration onLost(Runnable action) {
			return TermWork.this.onLost(action);
		}

	}

}
