/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that begins again whenever it is lost, after a pause that doubles with each
 * failure in a row, with jitter. A store implements a {@link Source}. All state is used
 * on the scheduler's thread; methods that say so may be called on any thread.
 * <p>
 * Whatever throws ends one attempt and nothing else: the next begins after the pause, or,
 * if not even a timer could be had, with the next look, which comes every
 * {@link #LOOK_INTERVAL}.
 */
public final class ReconnectingWatch implements Watch {

	/** How often a source is asked whether what it has is still alive. */
	public static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(ReconnectingWatch.class);

	private static final long FIRST_PAUSE = 50;

	private final String store;

	private final NotificationListener listener;

	private final Scheduler scheduler;

	private final long longestPause;

	private volatile boolean closed;

	private @Nullable Source source;

	private Scheduler.@Nullable Cancellation look;

	/** Begins the next attempt, or {@code null} if no timer is set for it. */
	private Scheduler.@Nullable Cancellation next;

	/** The timer that was set at the last look: by the next one it must have run. */
	private Scheduler.@Nullable Cancellation formerNext;

	/** Numbers the attempts. */
	private long attempt;

	/** Whether an attempt has begun that was not lost. */
	private boolean open;

	private boolean live;

	private long pause = FIRST_PAUSE;

	private @Nullable String loggedFailure;

	/**
	 * Creates a watch that has not begun.
	 * @param store names the store in the log
	 * @param listener receives the notifications; what it throws is logged
	 * @param scheduler runs all steps
	 * @param longestPause between two attempts
	 */
	public ReconnectingWatch(String store, NotificationListener listener, Scheduler scheduler, Duration longestPause) {
		this.store = store;
		this.listener = listener;
		this.scheduler = scheduler;
		this.longestPause = longestPause.toMillis();
	}

	/**
	 * Begins the first attempt soon. Once; on any thread.
	 * @param source makes and ends the attempts
	 */
	public void start(Source source) {
		this.source = source;
		this.look = this.scheduler.repeat(LOOK_INTERVAL, () -> run(this::look));
		execute(this::begin);
	}

	/**
	 * Runs a step soon. On any thread.
	 * @param step what to do; what it throws ends the present attempt
	 */
	public void execute(Runnable step) {
		this.scheduler.execute(() -> run(step));
	}

	/**
	 * Begins an attempt now, unless one has begun already, such as when a client says
	 * that it is connected again.
	 */
	public void begin() {
		if (!this.closed && !this.open) {
			cancelNext();
			this.open = true;
			this.attempt++;
			source().begin();
		}
	}

	/**
	 * The number of the present attempt, for answers that may be late.
	 * @return a number that no other attempt has
	 */
	public long attempt() {
		return this.attempt;
	}

	/**
	 * The present attempt is confirmed: notifications can be expected. Without effect
	 * after the first time, and if there is no attempt.
	 */
	public void confirmed() {
		if (this.open && !this.live && !this.closed) {
			this.live = true;
			this.pause = FIRST_PAUSE;
			this.loggedFailure = null;
			tellLive(true);
		}
	}

	/**
	 * The present attempt has ended or failed; another follows.
	 * @param failure why, or {@code null} for what is usual
	 */
	public void lost(@Nullable Throwable failure) {
		if (!this.open) {
			return;
		}
		this.open = false;
		String text = null;
		try {
			text = (failure != null) ? source().describe(failure) : null;
		}
		finally {
			leaveAndBeginLater();
		}
		log(text);
	}

	private void leaveAndBeginLater() {
		try {
			leave();
		}
		catch (Throwable ex) {
			logger.warn("A watch of {} could not be left in good order. It begins anew", this.store, ex);
		}
		finally {
			beginLater();
		}
	}

	private void leave() {
		try {
			if (this.live) {
				this.live = false;
				if (!this.closed) {
					tellLive(false);
				}
			}
		}
		finally {
			source().leave();
		}
	}

	private void beginLater() {
		if (!this.closed) {
			long jittered = ThreadLocalRandom.current().nextLong(this.pause / 2, this.pause + 1);
			this.pause = Math.min(this.longestPause, 2 * this.pause);
			this.next = this.scheduler.schedule(Duration.ofMillis(jittered), () -> run(this::begin));
		}
	}

	/** A timer that is left would add one to the attempts of each pause. */
	private void cancelNext() {
		Scheduler.Cancellation former = this.next;
		this.next = null;
		if (former != null) {
			former.cancel();
		}
	}

	/** Also where no timer was to be had for the next attempt, or where it was lost. */
	private void look() {
		if (this.open && !this.closed) {
			source().check();
		}
		else if (this.next == null || this.next.equals(this.formerNext)) {
			begin();
		}
		this.formerNext = this.next;
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
	 * A record may have become free. On any thread.
	 * @param election the name of the election
	 */
	public void notified(String election) {
		if (this.closed) {
			return;
		}
		try {
			this.listener.notified(election);
		}
		catch (Throwable ex) {
			logger.warn("A notification of {} was not taken", this.store, ex);
		}
	}

	private void tellLive(boolean confirmed) {
		try {
			this.listener.live(confirmed);
		}
		catch (Throwable ex) {
			logger.warn("The state of a watch of {} was not taken", this.store, ex);
		}
	}

	/** The same failure once, until the watch was confirmed again. */
	private void log(@Nullable String text) {
		if (text != null && !this.closed && !text.equals(this.loggedFailure)) {
			this.loggedFailure = text;
			logger.warn("Leader election gets no notifications from {} for now and polls: {}", this.store, text);
		}
	}

	/**
	 * Whether this watch was closed. On any thread.
	 * @return whether it was
	 */
	public boolean isClosed() {
		return this.closed;
	}

	/** Ends the present attempt and begins no other. On any thread. */
	@Override
	public void close() {
		this.closed = true;
		if (this.look != null) {
			this.look.cancel();
		}
		if (this.source != null) {
			// The scheduler may be closed before it comes to the rest
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

	/**
	 * A store's part of a watch. Called on the scheduler's thread, but for
	 * {@link #close()}.
	 */
	public interface Source {

		/**
		 * Begins an attempt: connects and subscribes, and later calls
		 * {@link ReconnectingWatch#confirmed()}, or {@link ReconnectingWatch#lost} with
		 * what went wrong. Must return at once.
		 */
		void begin();

		/** Gives up what the attempt has. Another begins later. */
		void leave();

		/**
		 * Comes every {@link ReconnectingWatch#LOOK_INTERVAL} during an attempt: a source
		 * that has heard nothing since the last one calls {@link ReconnectingWatch#lost}.
		 */
		default void check() {
		}

		/** The watch is being closed: what must not wait for the scheduler. */
		default void close() {
		}

		/**
		 * Says what went wrong.
		 * @param failure what was thrown
		 * @return a sentence for the log with the remedy, or {@code null} for what is
		 * usual
		 */
		@Nullable String describe(Throwable failure);

	}

}
