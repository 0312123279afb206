/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.history.FencedResource;
import org.jspecify.annotations.Nullable;

/**
 * A job that works until it is notified to stop, and then for the time that it needs to
 * stop. It is notified by an interrupt or by the end of its term, whichever comes first.
 */
final class RecordedJob implements LeaderWork {

	private static final Duration STEP = Duration.ofMillis(20);

	private final FencedResource register;

	private final String writer;

	private final Stopping stopping;

	private final AtomicInteger runs = new AtomicInteger();

	private final CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();

	private final CompletableFuture<WorkRun> ended = new CompletableFuture<>();

	private final CountDownLatch finish = new CountDownLatch(1);

	RecordedJob(FencedResource register, String writer, Stopping stopping) {
		this.register = register;
		this.writer = writer;
		this.stopping = stopping;
	}

	@Override
	public void run(Leadership leadership) {
		WorkRun run = new WorkRun(leadership, this.register, this.writer);
		this.runs.incrementAndGet();
		this.begun.complete(null);
		while (!isOver(run)) {
			try {
				pause(run);
			}
			catch (InterruptedException ex) {
				run.interrupted();
			}
			run.work();
		}
		run.end();
		this.ended.complete(run);
	}

	private boolean isOver(WorkRun run) {
		return run.notified && (this.finish.getCount() == 0 || this.stopping.isOver(run.sinceNotified()));
	}

	private void pause(WorkRun run) throws InterruptedException {
		if (run.notified) {
			this.finish.await(STEP.toMillis(), TimeUnit.MILLISECONDS);
		}
		else if (run.leadership.awaitEnd(STEP)) {
			run.endNoticed();
		}
	}

	/** Ends a job that never ends by itself. */
	void finish() {
		this.finish.countDown();
	}

	/** Returns the number of terms in which it was begun. */
	int runs() {
		return this.runs.get();
	}

	/** Completed when the first run begins. */
	CompletableFuture<@Nullable Void> begun() {
		return this.begun;
	}

	/** Completed with the first run when that has ended. */
	CompletableFuture<WorkRun> ended() {
		return this.ended;
	}

}
