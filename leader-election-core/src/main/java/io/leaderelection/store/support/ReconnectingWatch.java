/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that subscribes again whenever it is lost, after a pause with jitter that
 * doubles each time, and starts small again when a check finds the watch live. A store
 * implements a {@link Source}. All state is used on the scheduler's thread; only methods
 * that say so may be called on any thread.
 * <p>
 * An exception only ends the current attempt. The next attempt begins after the pause,
 * or, if no timer could be set, with the next check, which runs every
 * {@link #LOOK_INTERVAL}.
 */
public final class ReconnectingWatch implements Watch {

	/** How often a source checks whether its subscription is still alive. */
	public static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(ReconnectingWatch.class);

	private static final long FIRST_PAUSE = 50;

	private final String store;

	private final NotificationListener listener;

	private final Scheduler scheduler;

	private volatile boolean closed;

	private @Nullable Source source;

	private Scheduler.@Nullable Cancellation look;

	private final NextAttempt next;

	/** The number of the current attempt. */
	private long attempt;

	/** Whether an attempt has begun and was not lost. */
	private boolean open;

	private boolean live;

	private @Nullable String loggedFailure;

	/**
	 * Creates a watch that is not started.
	 * @param store the name of the store in the log
	 * @param listener called with the notifications; its exceptions are logged
	 * @param scheduler runs all steps
	 * @param longestPause the longest pause between two attempts
	 */
	public ReconnectingWatch(String store, NotificationListener listener, Scheduler scheduler, Duration longestPause) {
		this.store = store;
		this.listener = listener;
		this.scheduler = scheduler;
		this.next = new NextAttempt(longestPause.toMillis());
	}

	/**
	 * Begins the first attempt soon. Called once, on any thread.
	 * @param source begins and ends the attempts
	 */
	public void start(Source source) {
		this.source = source;
		this.look = this.scheduler.repeat(LOOK_INTERVAL, () -> run(this::look));
		execute(this::begin);
	}

	/**
	 * Runs a step soon. On any thread.
	 * @param step the step; an exception ends the current attempt
	 */
	public void execute(Runnable step) {
		this.scheduler.execute(() -> run(step));
	}

	/**
	 * Begins an attempt now, unless one has already begun, for example when a client
	 * reports that it is connected again.
	 */
	public void begin() {
		if (!this.closed && !this.open) {
			this.next.cancel();
			this.open = true;
			this.attempt++;
			source().begin();
		}
	}

	/**
	 * Returns the number of the current attempt, to recognise late answers.
	 * @return the number, different for each attempt
	 */
	public long attempt() {
		return this.attempt;
	}

	/**
	 * Called when the current attempt is confirmed, so that notifications can be
	 * expected. Has no effect the second time, and if there is no attempt.
	 */
	public void confirmed() {
		if (this.open && !this.live && !this.closed) {
			this.live = true;
			report((listener) -> listener.live(true));
		}
	}

	/**
	 * Called when the current attempt has ended or failed; another one follows.
	 * @param failure the cause, or {@code null} for a usual end
	 */
	public void lost(@Nullable Throwable failure) {
		if (!this.open) {
			return;
		}
		this.open = false;
		try {
			log((failure != null) ? source().describe(failure) : null);
		}
		finally {
			leaveAndBeginLater();
		}
	}

	private void leaveAndBeginLater() {
		try {
			if (this.live) {
				this.live = false;
				report((listener) -> listener.live(false));
			}
		}
		finally {
			try {
				source().leave();
			}
			finally {
				if (!this.closed) {
					this.next.schedule();
				}
			}
		}
	}

	/**
	 * Checks the current attempt, or begins the next one if its timer could not be set or
	 * was lost.
	 */
	private void look() {
		if (this.open && !this.closed) {
			if (this.live) {
				// Not on confirmation: a proxy may end each connection soon after that
				this.next.pause = FIRST_PAUSE;
				this.loggedFailure = null;
			}
			source().check();
		}
		else if (this.next.isLost()) {
			begin();
		}
		this.next.checked();
	}

	private void run(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			if (this.open) {
				lost(ex);
			}
			else {
				logger.warn("A step of a watch of {} failed between two attempts", this.store, ex);
			}
		}
	}

	/**
	 * Called when a record may have become free, on any thread.
	 * @param election the name of the election
	 */
	public void notified(String election) {
		report((listener) -> listener.notified(election));
	}

	/**
	 * Called when the connection on which all terms of the store depend was lost, on any
	 * thread.
	 */
	public void disconnected() {
		report(NotificationListener::disconnected);
	}

	/** Calls the listener on a thread that may belong to the client of the store. */
	private void report(Consumer<NotificationListener> notification) {
		try {
			if (!this.closed) {
				notification.accept(this.listener);
			}
		}
		catch (Throwable ex) {
			logger.warn("A notification of {} could not be processed", this.store, ex);
		}
	}

	/** Logs a failure, the same one once until a check finds the watch live. */
	private void log(@Nullable String text) {
		if (text != null && !this.closed && !text.equals(this.loggedFailure)) {
			this.loggedFailure = text;
			logger.warn("Leader election gets no notifications from {} for now and polls: {}", this.store, text);
		}
	}

	/**
	 * Returns whether this watch was closed. On any thread.
	 * @return whether it was
	 */
	public boolean isClosed() {
		return this.closed;
	}

	/** Ends the current attempt and begins no other. On any thread. */
	@Override
	public void close() {
		this.closed = true;
		if (this.look != null) {
			this.look.cancel();
		}
		if (this.source != null) {
			// The scheduler may be closed before it runs the rest
			this.source.close();
			execute(() -> lost(null));
		}
	}

	private Source source() {
		if (this.source == null) {
			throw new IllegalStateException("The watch was not started");
		}
		return this.source;
	}

	/** The timer of the next attempt. */
	private final class NextAttempt {

		private final long longestPause;

		private long pause = FIRST_PAUSE;

		/** {@code null} if there is none. */
		private Scheduler.@Nullable Cancellation timer;

		/** The timer at the last check, which must have run by the next one. */
		private Scheduler.@Nullable Cancellation checked;

		NextAttempt(long longestPause) {
			this.longestPause = longestPause;
		}

		void schedule() {
			long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
			this.pause = Math.min(this.longestPause, 2 * this.pause);
			this.timer = ReconnectingWatch.this.scheduler.schedule(Duration.ofMillis(jittered),
					() -> run(ReconnectingWatch.this::begin));
		}

		/** Cancels the timer, which would otherwise begin an additional attempt. */
		void cancel() {
			Scheduler.Cancellation former = this.timer;
			this.timer = null;
			if (former != null) {
				former.cancel();
			}
		}

		/** Returns whether the timer could not be set, or did not run. */
		boolean isLost() {
			return this.timer == null || this.timer.equals(this.checked);
		}

		void checked() {
			this.checked = this.timer;
		}

	}

	/**
	 * The part of a watch that a store implements. Called on the scheduler's thread,
	 * except for {@link #close()}.
	 */
	public interface Source {

		/**
		 * Begins an attempt: connects and subscribes, and later calls
		 * {@link ReconnectingWatch#confirmed()}, or {@link ReconnectingWatch#lost} with a
		 * failure. Must return at once.
		 */
		void begin();

		/** Closes the resources of the attempt. Another one begins later. */
		void leave();

		/**
		 * Called every {@link ReconnectingWatch#LOOK_INTERVAL} during an attempt: a
		 * source that has received nothing from its server meanwhile calls
		 * {@link ReconnectingWatch#lost}.
		 */
		default void check() {
		}

		/**
		 * Called when the watch is closed, for actions that must not wait for the
		 * scheduler.
		 */
		default void close() {
		}

		/**
		 * Describes a failure.
		 * @param failure the failure
		 * @return a sentence for the log with the remedy, or {@code null} for a usual end
		 */
		@Nullable String describe(Throwable failure);

	}

}
