/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.HashMap;
import java.util.Map;

import io.leaderelection.GuardedCall;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The threads that are inside a piece of work at the moment. A thread that enters again
 * while it is inside is not counted again. Safe to use from any thread.
 * <p>
 * Interrupts are sent under the same lock under which threads enter and leave, so that
 * none reaches a thread that has left.
 */
final class Steps {

	private final Map<Thread, Step> inside = new HashMap<>(2);

	private @Nullable Runnable whenLeft;

	/** Which {@link #whenLeft} does not wait for. */
	private @Nullable Thread excepted;

	/**
	 * The calling thread enters.
	 * @return whether it was not inside yet, and so must {@linkplain #leave() leave}
	 */
	synchronized boolean enter() {
		return this.inside.putIfAbsent(Thread.currentThread(), new Step(LeadershipContext.get())) == null;
	}

	/**
	 * The calling thread leaves, without the interrupt that was sent from here. The last
	 * one does what {@link #whenLeft(Runnable)} asked for.
	 */
	void leave() {
		Runnable action = null;
		synchronized (this) {
			Step step = this.inside.remove(Thread.currentThread());
			if (step != null) {
				step.leave();
			}
			if (isLeft()) {
				action = this.whenLeft;
				this.whenLeft = null;
			}
		}
		if (action != null) {
			action.run();
		}
	}

	/**
	 * Does something without the interrupt that was sent from here, if any. The calling
	 * thread has it again afterwards, for as long as it is inside.
	 * @param action what to do
	 */
	void withoutInterrupt(Runnable action) {
		Step step = takeInterrupt();
		try {
			action.run();
		}
		finally {
			if (step != null) {
				giveBack(step);
			}
		}
	}

	private synchronized @Nullable Step takeInterrupt() {
		Step step = this.inside.get(Thread.currentThread());
		return (step != null && step.clearInterrupt()) ? step : null;
	}

	private synchronized void giveBack(Step step) {
		step.interrupt(Thread.currentThread());
	}

	/** Interrupts all threads that are inside. */
	synchronized void interrupt() {
		this.inside.forEach((thread, step) -> step.interrupt(thread));
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
		return this.inside.keySet().stream().allMatch((thread) -> thread.equals(this.excepted));
	}

	/** What one thread is inside for. Touched under the lock. */
	private static final class Step {

		/** Guarded work that goes on when this thread has left. */
		private final @Nullable GuardedCall enclosing;

		private boolean interrupted;

		private boolean flagged;

		Step(@Nullable Leadership enclosing) {
			this.enclosing = (enclosing instanceof GuardedCall call) ? call : null;
		}

		void interrupt(Thread thread) {
			this.interrupted = true;
			this.flagged = true;
			thread.interrupt();
		}

		/** On the thread itself. */
		boolean clearInterrupt() {
			boolean flagged = this.flagged;
			if (flagged) {
				this.flagged = false;
				Thread.interrupted();
			}
			return flagged;
		}

		/** On the thread itself. */
		void leave() {
			clearInterrupt();
			if (this.interrupted && this.enclosing != null && this.enclosing.interrupted()) {
				// Its own interrupt may have been taken for ours
				Thread.currentThread().interrupt();
			}
		}

	}

}
