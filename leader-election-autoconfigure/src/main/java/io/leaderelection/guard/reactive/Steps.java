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
 * The threads that are inside a guarded call at the moment. A thread that enters again
 * while it is inside is not counted again. Safe to use from any thread.
 * <p>
 * Interrupts are sent under the same lock under which threads enter and leave, so that
 * none reaches a thread that has left.
 */
final class Steps {

	private final Leadership leadership;

	private final Map<Thread, WorkScope> inside = new HashMap<>(2);

	private @Nullable Runnable whenLeft;

	/** Which {@link #whenLeft} does not wait for. */
	private @Nullable Thread excepted;

	/**
	 * Creates the steps of a guarded call.
	 * @param leadership the term that is worked for
	 */
	Steps(Leadership leadership) {
		this.leadership = leadership;
	}

	/**
	 * The calling thread enters.
	 * @return whether it was not inside yet, and so must {@linkplain #leave() leave}
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
	 * The calling thread leaves, without the interrupt that was sent from here. The last
	 * one does what {@link #whenLeft(Runnable)} asked for.
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
	 * Does something without the interrupt that was sent from here, if any. The calling
	 * thread has it again afterwards, for as long as it is inside.
	 * @param action what to do
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
	 * Does something when no thread is inside: now, or by the last one that leaves.
	 * @param action what to do
	 */
	void whenLeft(Runnable action) {
		whenLeft(action, null);
	}

	/**
	 * Does something when no other thread is inside: now, or by the last one that leaves.
	 * @param action what to do
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
		// Without an allocation, which could fail and leave the work open for good
		int waitedFor = this.inside.size();
		return waitedFor == 0 || (waitedFor == 1 && this.excepted != null && this.inside.containsKey(this.excepted));
	}

}
