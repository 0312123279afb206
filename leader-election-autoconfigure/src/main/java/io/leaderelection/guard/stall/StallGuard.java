/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.stall;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.guard.CallCompanion;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.time.Scheduler;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an instance step down when a call takes too long. A stuck leader would renew its
 * lease like any other.
 */
final class StallGuard implements CallCompanion.OfMethod {

	private static final Logger logger = LoggerFactory.getLogger(StallGuard.class);

	private final String method;

	private final GuardedElection election;

	private final OnLoss onLoss;

	private final Duration maxDuration;

	private final Duration coolDown;

	private final Scheduler scheduler;

	StallGuard(String method, GuardedElection election, OnLoss onLoss, Duration maxDuration, Duration coolDown,
			Scheduler scheduler) {
		this.method = method;
		this.election = election;
		this.onLoss = onLoss;
		this.maxDuration = maxDuration;
		this.coolDown = coolDown;
		this.scheduler = scheduler;
	}

	/**
	 * Watches a call until it ends.
	 * @param call the call, just entered by this thread
	 * @return the watch, which the call ends
	 * @throws java.util.concurrent.RejectedExecutionException if the scheduler refuses
	 * the alarm
	 */
	@Override
	public CallCompanion begin(GuardCall call) {
		Watch watch = new Watch(call);
		watch.alarm = this.scheduler.schedule(this.maxDuration, watch::stalled);
		return watch;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // nobody waits, and it never fails
	private void stepDown(Leadership leadership) {
		// Also while the term is unconfirmed: this instance does not count as the leader
		// then
		ElectionStatus status = this.election.status();
		Long token = status.fencingToken();
		if (status.state() == ElectionState.LEADER && token != null && token == leadership.fencingToken()) {
			this.election.stepDown(this.coolDown, TransitionCause.STALLED);
		}
	}

	/** The watch of one call, including its work on other threads. */
	private final class Watch implements CallCompanion {

		private final GuardCall call;

		private final Thread thread = Thread.currentThread();

		/** Set when the call has ended or has stalled, whichever comes first. */
		private final AtomicBoolean decided = new AtomicBoolean();

		private Scheduler.@Nullable Cancellation alarm;

		private volatile boolean stalled;

		private Watch(GuardCall call) {
			this.call = call;
		}

		private void stalled() {
			if (!this.decided.compareAndSet(false, true)) {
				return;
			}
			this.stalled = true;
			Throwable stack = null;
			try {
				// The interrupt makes the thread continue, so read the stack before
				stack = stack();
				interruptIfConfigured();
			}
			finally {
				try {
					stepDown(this.call.leadership());
				}
				finally {
					log(stack);
				}
			}
		}

		private void log(@Nullable Throwable stack) {
			logger.warn(
					"{} has been running for over {} ms, its maxDuration. This instance steps down from election "
							+ "'{}' and interrupts the call, unless its onLoss is CONTINUE",
					StallGuard.this.method, StallGuard.this.maxDuration.toMillis(), StallGuard.this.election.name(),
					stack);
		}

		private Throwable stack() {
			boolean detached = this.call.isDetached();
			Throwable stack = new Throwable(detached ? "The call has returned; its work continues"
					: "Stack of thread '" + this.thread.getName() + "'");
			stack.setStackTrace(detached ? new StackTraceElement[0] : this.thread.getStackTrace());
			return stack;
		}

		private void interruptIfConfigured() {
			if (StallGuard.this.onLoss == OnLoss.INTERRUPT) {
				this.call.interrupt();
			}
		}

		@Override
		public void returned() {
			if (this.stalled) {
				interruptIfConfigured();
			}
		}

		/** Ends the watch first: what follows does not count towards the duration. */
		@Override
		public void endAndLeave(boolean interrupted, Runnable leave) {
			try {
				end();
			}
			finally {
				leave.run();
			}
		}

		@Override
		public void endAndLeaveSoon(boolean interrupted, Runnable leave) {
			try {
				end();
			}
			finally {
				leave.run();
			}
		}

		private void end() {
			if (this.decided.compareAndSet(false, true) && this.alarm != null) {
				this.alarm.cancel();
			}
		}

	}

}
