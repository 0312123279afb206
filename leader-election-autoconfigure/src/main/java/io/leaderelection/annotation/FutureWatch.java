/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that futures are done which cannot tell it themselves. Looks at those that are
 * left every now and then, on one thread that exists only if there ever was one.
 */
final class FutureWatch implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(FutureWatch.class);

	private static final Duration INTERVAL = Duration.ofMillis(20);

	private final Supplier<Scheduler> opener;

	private final Set<Watched> watched = new LinkedHashSet<>();

	private @Nullable Scheduler scheduler;

	private boolean looking;

	private boolean closed;

	FutureWatch() {
		this(() -> TimeSystem.system().scheduler("leader-election-futures"));
	}

	FutureWatch(Supplier<Scheduler> opener) {
		this.opener = opener;
	}

	/**
	 * Runs something soon after a future is done.
	 * @param future the future
	 * @param done what to run, once; it must be quick
	 */
	synchronized void whenDone(Future<?> future, Runnable done) {
		lookLater();
		this.watched.add(new Watched(future, done));
	}

	private void lookLater() {
		if (!this.looking && !this.closed) {
			if (this.scheduler == null) {
				this.scheduler = this.opener.get();
			}
			this.scheduler.schedule(INTERVAL, this::look);
			this.looking = true;
		}
	}

	private void look() {
		try {
			for (Watched next : all()) {
				if (next.isDone()) {
					remove(next);
					next.tell();
				}
			}
		}
		catch (Throwable ex) {
			logFailure(ex);
		}
		finally {
			lookOn();
		}
	}

	private static void logFailure(Throwable failure) {
		try {
			logger.warn("Futures of guarded work could not be looked at. They are in {} ms", INTERVAL.toMillis(),
					failure);
		}
		catch (Throwable ex) {
			// The log fails, and there is no other place to report that
		}
	}

	private synchronized List<Watched> all() {
		return List.copyOf(this.watched);
	}

	private synchronized void remove(Watched one) {
		this.watched.remove(one);
	}

	/** Without a next look, no hand-over would end any more. */
	private synchronized void lookOn() {
		this.looking = false;
		while (!this.looking && !this.closed && !this.watched.isEmpty()) {
			try {
				lookLater();
			}
			catch (Throwable ex) {
				logFailure(ex);
				pause();
			}
		}
	}

	private synchronized void pause() {
		try {
			TimeUnit.MILLISECONDS.timedWait(this, INTERVAL.toMillis());
		}
		catch (InterruptedException ex) {
			// Nobody interrupts this thread but what ran on it before: try at once
		}
	}

	/** Looks no more. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.scheduler != null) {
			this.scheduler.close();
		}
	}

	/** One future. Each stands for itself. */
	private static final class Watched {

		private final Future<?> future;

		private final Runnable done;

		Watched(Future<?> future, Runnable done) {
			this.future = future;
			this.done = done;
		}

		/** What a future throws must not keep the others from being looked at. */
		boolean isDone() {
			try {
				return this.future.isDone();
			}
			catch (Throwable ex) {
				logger.warn("{} cannot tell whether it is done. The guarded work behind it counts as ended",
						this.future.getClass().getName(), ex);
				return true;
			}
		}

		void tell() {
			try {
				this.done.run();
			}
			catch (Throwable ex) {
				logger.warn("The end of guarded work behind {} could not be reported", this.future.getClass().getName(),
						ex);
			}
		}

	}

}
