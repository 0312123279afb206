/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;
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

	private final List<Watched> watched = new ArrayList<>();

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
		this.watched.add(new Watched(future, done));
		if (!this.looking) {
			this.looking = true;
			lookLater();
		}
	}

	private void lookLater() {
		if (!this.closed) {
			if (this.scheduler == null) {
				this.scheduler = this.opener.get();
			}
			this.scheduler.schedule(INTERVAL, this::look);
		}
	}

	private synchronized void look() {
		Iterator<Watched> all = this.watched.iterator();
		while (all.hasNext()) {
			Watched next = all.next();
			if (next.isDone()) {
				all.remove();
				next.done.run();
			}
		}
		this.looking = !this.watched.isEmpty();
		if (this.looking) {
			lookLater();
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

	private record Watched(Future<?> future, Runnable done) {

		boolean isDone() {
			try {
				return this.future.isDone();
			}
			catch (RuntimeException ex) {
				logger.warn("{} cannot tell whether it is done. The guarded work behind it counts as ended",
						this.future.getClass().getName(), ex);
				return true;
			}
		}

	}

}
