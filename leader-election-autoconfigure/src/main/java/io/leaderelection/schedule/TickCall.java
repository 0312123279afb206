/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Leadership;
import io.leaderelection.guard.CallCompanion;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call that runs a tick. Before it leaves the term, it writes that the tick is
 * finished. It waits for that at most one operation timeout: after that, the note is
 * still written while the term lasts. Work that was interrupted because leadership was
 * lost is not finished, whatever it returned or threw.
 */
final class TickCall implements CallCompanion {

	private static final Logger logger = LoggerFactory.getLogger(TickCall.class);

	/** The tick that the current thread runs. */
	private static final ThreadLocal<@Nullable Instant> CURRENT = new ThreadLocal<>();

	private final Leadership term;

	private final TickLane.Turn turn;

	private final TickJob job;

	private final LibraryNotes notes;

	private final AtomicBoolean ended = new AtomicBoolean();

	private final @Nullable Instant enclosing = CURRENT.get();

	TickCall(Leadership term, TickLane.Turn turn, TickJob job, LibraryNotes notes) {
		this.term = term;
		this.turn = turn;
		this.job = job;
		this.notes = notes;
		TickEntry entry = turn.note();
		CURRENT.set((entry != null) ? entry.tick() : null);
	}

	static @Nullable Instant current() {
		return CURRENT.get();
	}

	@Override
	public void endAndLeave(boolean interrupted, Runnable leave) {
		if (this.ended.compareAndSet(false, true)) {
			returned();
			try {
				await(writeEnd(interrupted));
			}
			finally {
				leaveLane(leave);
			}
		}
	}

	@Override
	public void returned() {
		CURRENT.set(this.enclosing);
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // the work leaves afterwards
	public void endAndLeaveSoon(boolean interrupted, Runnable leave) {
		if (this.ended.compareAndSet(false, true)) {
			CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
			try {
				written = writeEnd(interrupted);
			}
			finally {
				written.whenComplete((nothing, failure) -> leaveLaneSoon(leave));
			}
		}
	}

	/**
	 * Often called on the loop, which must not call tick listeners: therefore the turn
	 * ends on the scheduler.
	 */
	private void leaveLaneSoon(Runnable leave) {
		try {
			this.job.context().scheduler().execute(() -> this.turn.giveBack(this.job.now()));
		}
		finally {
			leave.run();
		}
	}

	/** Leaves the lane, then the term. */
	private void leaveLane(Runnable term) {
		try {
			this.turn.giveBack(this.job.now());
		}
		finally {
			term.run();
		}
	}

	/** Waits. An interrupt ends the wait and is restored for the caller. */
	private static void await(CompletableFuture<Void> end) {
		try {
			end.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("This future never fails", ex);
		}
	}

	/**
	 * Handles the end of the work.
	 * @return completes when the end is written, or the wait for that is over
	 */
	private CompletableFuture<Void> writeEnd(boolean interrupted) {
		CompletableFuture<Void> written = new CompletableFuture<>();
		try {
			TickEntry entry = interrupted ? null : this.turn.finish();
			if (entry != null) {
				this.job.resetProblem();
				note(entry, written);
			}
			else {
				written.complete(null);
			}
		}
		catch (RuntimeException ex) {
			this.job.fails(this.term.fencingToken(), ex);
			written.complete(null);
		}
		return written;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the result completes another
	private void note(TickEntry entry, CompletableFuture<Void> written) {
		TickContext context = this.job.context();
		this.notes.note(this.job.key(), entry.text()).whenComplete((nothing, failure) -> {
			if (failure != null) {
				logger.debug("The end of a tick is not written: the term is over", failure);
			}
			written.complete(null);
		});
		context.scheduler()
			.schedule(context.operationTimeout().apply(this.job.description().election()),
					() -> written.complete(null));
	}

}
