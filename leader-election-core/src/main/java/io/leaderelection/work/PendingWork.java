/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.function.Predicate;

import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * The guarded calls and tasks that run in a term. Used under the lock of the term.
 */
final class PendingWork {

	private @Nullable Entry first;

	boolean isEmpty() {
		return this.first == null;
	}

	/** Returns whether a guarded call runs that is not a task. */
	boolean hasCalls() {
		for (Entry entry = this.first; entry != null; entry = entry.next) {
			if (!entry.isTask()) {
				return true;
			}
		}
		return false;
	}

	void add(Entry entry) {
		entry.next = this.first;
		if (this.first != null) {
			this.first.previous = entry;
		}
		this.first = entry;
	}

	/** Has no effect if it was removed before. */
	void remove(Entry entry) {
		if (!entry.removed) {
			entry.removed = true;
			if (entry.previous != null) {
				entry.previous.next = entry.next;
			}
			else {
				this.first = entry.next;
			}
			if (entry.next != null) {
				entry.next.previous = entry.previous;
			}
			// The entry may stay reachable for long, and must not keep the others
			// reachable
			entry.previous = null;
			entry.next = null;
		}
	}

	/** Replaces an entry by another, which takes over its state. */
	void replace(Entry former, Entry latter) {
		latter.interrupted = former.interrupted;
		latter.removed = former.removed;
		if (!former.removed) {
			remove(former);
			add(latter);
		}
	}

	/**
	 * Interrupts each entry that has a thread and is to be interrupted on loss, even if
	 * it was interrupted before, by a handover or because it took too long.
	 */
	void interruptThreads() {
		for (Entry entry = this.first; entry != null; entry = entry.next) {
			if (entry.onLoss == OnLoss.INTERRUPT && entry.hasThread()) {
				interruptAgain(entry);
			}
		}
	}

	/** Returns an entry without a thread that still has to be interrupted, or null. */
	@Nullable Entry nextToCancel() {
		for (Entry entry = this.first; entry != null; entry = entry.next) {
			if (entry.onLoss == OnLoss.INTERRUPT && !entry.hasThread() && !entry.interrupted) {
				return entry;
			}
		}
		return null;
	}

	/** Interrupts the tasks that are to be interrupted on loss. */
	void interruptTasks() {
		for (Entry entry = this.first; entry != null; entry = entry.next) {
			if (entry.isTask() && entry.onLoss == OnLoss.INTERRUPT) {
				interruptAgain(entry);
			}
		}
	}

	/**
	 * Interrupts an entry, once.
	 * @return an action to run outside the lock, or {@code null}
	 */
	@Nullable Runnable interrupt(Entry entry) {
		return entry.interrupted ? null : interruptAgain(entry);
	}

	/**
	 * Interrupts an entry, even if it was interrupted before.
	 * @return an action to run outside the lock, or {@code null}
	 */
	static @Nullable Runnable interruptAgain(Entry entry) {
		if (entry.removed) {
			return null;
		}
		entry.interrupted = true;
		return entry.interruptNow();
	}

	/**
	 * Removes the calls that cannot end before the handover, given a test of their
	 * threads.
	 */
	void removeUnending(Predicate<Thread> unending) {
		Entry entry = this.first;
		while (entry != null) {
			Entry next = entry.next;
			if (entry.isUnending(unending)) {
				remove(entry);
			}
			entry = next;
		}
	}

	/** A guarded call or a task. */
	abstract static class Entry {

		final OnLoss onLoss;

		/** Written under the lock of the term. */
		volatile boolean interrupted;

		private @Nullable Entry previous;

		private @Nullable Entry next;

		private boolean removed;

		Entry(OnLoss onLoss) {
			this.onLoss = onLoss;
		}

		/**
		 * Interrupts the work.
		 * @return an action to run outside the lock of the term, or {@code null}
		 */
		abstract @Nullable Runnable interruptNow();

		/** Returns whether this runs on one thread until it ends. */
		boolean hasThread() {
			return true;
		}

		/** Returns whether this has to end when a handover begins. */
		boolean isTask() {
			return false;
		}

		/** Returns whether this has a thread that cannot end before the handover. */
		abstract boolean isUnending(Predicate<Thread> unending);

	}

}
