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
 * The guarded calls and tasks that run in a term, which accepts more until it is closed.
 * Safe to use from any thread.
 */
final class RunningWork {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition end = this.lock.newCondition();

	private final PendingWork pending = new PendingWork();

	private boolean closed;

	private boolean notified;

	private boolean reported;

	/** Adds an entry, and returns {@code false} if the term is closed. */
	boolean add(PendingWork.Entry entry) {
		this.lock.lock();
		try {
			if (!this.closed) {
				this.pending.add(entry);
			}
			return !this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Runs an action and returns its result, or returns {@code null} if the term is
	 * closed.
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

	/** Replaces an entry by another, and returns whether the former was interrupted. */
	boolean replace(PendingWork.Entry former, PendingWork.Entry latter) {
		this.lock.lock();
		try {
			this.pending.replace(former, latter);
			return former.interrupted;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Removes an entry, and returns whether it was the last one of a closed term. */
	boolean remove(PendingWork.Entry entry) {
		this.lock.lock();
		try {
			this.pending.remove(entry);
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

	/** Accepts no more work. */
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

	/** Accepts no more work, but returns {@code false} instead if a guarded call runs. */
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

	/** Waits until no more work is accepted, and returns whether that is so. */
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
	 * Interrupts all work that is to be interrupted on loss, first threads, which
	 * allocates nothing. If this throws, it is called again and continues with the rest.
	 * @param interrupt interrupts an entry that has no thread
	 */
	void interrupt(Consumer<PendingWork.Entry> interrupt) {
		this.lock.lock();
		try {
			this.pending.interruptThreads();
		}
		finally {
			this.lock.unlock();
		}
		for (PendingWork.Entry entry = nextToCancel(); entry != null; entry = nextToCancel()) {
			interrupt.accept(entry);
		}
	}

	private PendingWork.@Nullable Entry nextToCancel() {
		this.lock.lock();
		try {
			return this.pending.nextToCancel();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Interrupts an entry once, and returns an action to run outside the lock, or null.
	 */
	@Nullable Runnable interrupt(PendingWork.Entry entry) {
		this.lock.lock();
		try {
			return this.pending.interrupt(entry);
		}
		finally {
			this.lock.unlock();
		}
	}

	void interruptAgain(PendingWork.Entry entry) {
		this.lock.lock();
		try {
			PendingWork.interruptAgain(entry);
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

	/** Returns {@code true} once when all work has ended and listeners were notified. */
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

	/** Returns whether the end of all work was reported. */
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
