/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.HashMap;
import java.util.Map;

import io.leaderelection.Leadership;
import io.leaderelection.work.WorkScope;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that are inside a guarded call. A thread that enters again while it
 * is inside counts once. Thread-safe.
 * <p>
 * Threads enter, leave and are interrupted under one lock, so that no interrupt reaches a
 * thread that has left.
 */
final class Steps {

	private final Leadership leadership;

	private final Map<Thread, WorkScope> inside = new HashMap<>(2);

	private @Nullable Runnable whenLeft;

	/** The thread that {@link #whenLeft} does not wait for. */
	private @Nullable Thread excepted;

	/**
	 * Creates the steps of a guarded call.
	 * @param leadership the term that the call belongs to
	 */
	Steps(Leadership leadership) {
		this.leadership = leadership;
	}

	/**
	 * Enters on the calling thread.
	 * @return {@code true} if the thread was not inside yet; it must then
	 * {@linkplain #leave() leave}
	 */
	synchronized boolean enter() {
		if (this.inside.containsKey(Thread.currentThread())) {
			return false;
		}
		WorkScope scope = new WorkScope(this.leadership);
		scope.open();
		boolean entered = false;
		try {
			this.inside.put(scope.thread(), scope);
			entered = true;
		}
		finally {
			if (!entered) {
				scope.close();
			}
		}
		return true;
	}

	/**
	 * Leaves on the calling thread and clears an interrupt that this object has sent. The
	 * last thread runs the action of {@link #whenLeft(Runnable)}.
	 */
	void leave() {
		Runnable action = null;
		try {
			synchronized (this) {
				WorkScope scope = this.inside.remove(Thread.currentThread());
				if (isLeft()) {
					action = this.whenLeft;
					this.whenLeft = null;
				}
				if (scope != null) {
					scope.close();
				}
			}
		}
		finally {
			if (action != null) {
				action.run();
			}
		}
	}

	/**
	 * Runs an action without the interrupt that this object has sent. The interrupt is
	 * restored afterwards if the calling thread is still inside.
	 * @param action the action
	 */
	void withoutInterrupt(Runnable action) {
		WorkScope scope = takeInterrupt();
		try {
			action.run();
		}
		finally {
			if (scope != null) {
				giveBack(scope);
			}
		}
	}

	private synchronized @Nullable WorkScope takeInterrupt() {
		WorkScope scope = this.inside.get(Thread.currentThread());
		return (scope != null && scope.takeInterrupt()) ? scope : null;
	}

	private synchronized void giveBack(WorkScope scope) {
		scope.interrupt();
	}

	/** Interrupts all threads that are inside. */
	synchronized void interrupt() {
		this.inside.values().forEach(WorkScope::interrupt);
	}

	/**
	 * Runs an action when no thread is inside: immediately, or on the last thread that
	 * leaves.
	 * @param action the action
	 */
	void whenLeft(Runnable action) {
		whenLeft(action, null);
	}

	/**
	 * Runs an action when no other thread is inside: immediately, or on the last thread
	 * that leaves.
	 * @param action the action
	 */
	void whenOthersLeft(Runnable action) {
		whenLeft(action, Thread.currentThread());
	}

	private void whenLeft(Runnable action, @Nullable Thread excepted) {
		synchronized (this) {
			this.excepted = excepted;
			if (!isLeft()) {
				this.whenLeft = action;
				return;
			}
		}
		action.run();
	}

	private boolean isLeft() {
		// Allocates nothing: a failure here would leave the work open forever
		int waitedFor = this.inside.size();
		return waitedFor == 0 || (waitedFor == 1 && this.excepted != null && this.inside.containsKey(this.excepted));
	}

}
