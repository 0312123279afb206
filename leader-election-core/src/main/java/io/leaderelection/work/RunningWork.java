/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * The guarded calls and tasks that run in a term, and whether more may begin. Safe to use
 * from any thread.
 */
final class RunningWork {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition end = this.lock.newCondition();

	private final PendingWork pending = new PendingWork();

	private boolean closed;

	private boolean notified;

	private boolean reported;

	/** Adds a piece, unless no more may begin. */
	boolean add(PendingWork.Piece piece) {
		this.lock.lock();
		try {
			if (!this.closed) {
				this.pending.add(piece);
			}
			return !this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the result of an action that is run while more may begin, else
	 * {@code null}.
	 */
	<T> @Nullable T ifOpen(Supplier<T> action) {
		this.lock.lock();
		try {
			return this.closed ? null : action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** One piece goes on in the other's stead: whether the former was interrupted. */
	boolean replace(PendingWork.Piece former, PendingWork.Piece latter) {
		this.lock.lock();
		try {
			this.pending.replace(former, latter);
			return former.interrupted;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Removes a piece: whether it was the last, and no more may begin. */
	boolean remove(PendingWork.Piece piece) {
		this.lock.lock();
		try {
			this.pending.remove(piece);
			return this.closed && this.pending.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
	}

	void removeUnending(Predicate<Thread> unending) {
		this.lock.lock();
		try {
			this.pending.removeUnending(unending);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** No more may begin. */
	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.end.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** No more may begin, unless a guarded call runs: whether none does. */
	boolean closeIfIdle() {
		this.lock.lock();
		try {
			if (this.pending.hasCalls()) {
				return false;
			}
			close();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Waits until no more may begin: whether that has come. */
	boolean awaitEnd(Duration timeout) throws InterruptedException {
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

	void interruptTasks() {
		this.lock.lock();
		try {
			this.pending.interruptTasks();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Interrupts all work that wants to be. Threads come first, and need no memory. If
	 * this throws, it is called again and goes on with the rest.
	 * @param interrupt interrupts a piece that has no thread
	 */
	void interrupt(Consumer<PendingWork.Piece> interrupt) {
		this.lock.lock();
		try {
			this.pending.interruptThreads();
		}
		finally {
			this.lock.unlock();
		}
		for (PendingWork.Piece piece = nextToCancel(); piece != null; piece = nextToCancel()) {
			interrupt.accept(piece);
		}
	}

	private PendingWork.@Nullable Piece nextToCancel() {
		this.lock.lock();
		try {
			return this.pending.nextToCancel();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Interrupts a piece, once: what is left to be run outside the lock, or null. */
	@Nullable Runnable interrupt(PendingWork.Piece piece) {
		this.lock.lock();
		try {
			return this.pending.interrupt(piece);
		}
		finally {
			this.lock.unlock();
		}
	}

	void interruptAgain(PendingWork.Piece piece) {
		this.lock.lock();
		try {
			PendingWork.interruptAgain(piece);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Listeners were notified of the end of the term. */
	void notified() {
		this.lock.lock();
		try {
			this.notified = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether all has ended, and this was not asked when it had before. */
	boolean isToReport() {
		this.lock.lock();
		try {
			boolean first = this.closed && this.notified && this.pending.isEmpty() && !this.reported;
			this.reported |= first;
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether it was said that all has ended. */
	boolean isReported() {
		this.lock.lock();
		try {
			return this.reported;
		}
		finally {
			this.lock.unlock();
		}
	}

}
