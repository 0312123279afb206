/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

/**
 * A term and the work that depends on it. Work enters until the term is closed. When all
 * work has left and listeners were notified, the work of the term is over.
 * <p>
 * An interrupt is sent under the same lock under which work enters and leaves, so that it
 * never reaches a thread that has left.
 */
public final class TermWork implements WorkedTerm {

	private final TermOwner owner;

	private final StoredTerm term;

	private final long token;

	private final RunningWork work = new RunningWork();

	private final TermNotes notes;

	private final LossActions onLost = new LossActions();

	/** Created once, so that an interrupt allocates less. */
	private final Consumer<PendingWork.Entry> interruptEntry = this::interrupt;

	/**
	 * Creates a term that accepts work.
	 * @param owner the election
	 * @param term the term in the store
	 * @param checkpoints the checkpoints of the predecessors
	 */
	public TermWork(TermOwner owner, StoredTerm term, Checkpoints checkpoints) {
		this.owner = owner;
		this.term = term;
		this.token = term.token();
		this.notes = new TermNotes(owner, this.token, checkpoints);
	}

	@Override
	public StoredTerm storedTerm() {
		return this.term;
	}

	@Override
	public LaterLog log() {
		return this.owner.log();
	}

	@Override
	public String election() {
		return this.owner.name();
	}

	@Override
	public long fencingToken() {
		return this.token;
	}

	@Override
	public Duration remaining() {
		return this.owner.remaining(this.token);
	}

	@Override
	public boolean isValid() {
		return this.owner.isValid(this.token);
	}

	@Override
	public void verify() {
		if (!isValid()) {
			throw new LeadershipLostException(election(), this.token, null);
		}
	}

	@Override
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		return this.work.awaitEnd(timeout);
	}

	@Override
	public Map<String, String> checkpoints() {
		return this.notes.ofApplication();
	}

	@Override
	public void checkpoint(String name, @Nullable String value) {
		this.notes.write(name, value);
	}

	@Override
	public CompletionStage<Void> checkpointAsync(String name, @Nullable String value) {
		return this.notes.writeLater(name, value);
	}

	@Override
	public LibraryNotes libraryNotes() {
		return this.notes;
	}

	/**
	 * Checkpoints of this term are written.
	 * @param request the last request that they contain
	 * @param values the checkpoints by name
	 */
	public void noted(long request, Map<String, String> values) {
		this.notes.written(request, values);
	}

	/** Fails pending and later checkpoints, because the term is released or lost. */
	public void endNotes() {
		this.notes.end();
	}

	@Override
	public Registration onLost(Runnable action) {
		Registration registration = this.work.ifOpen(() -> this.onLost.add(action));
		if (registration != null) {
			return registration;
		}
		this.owner.deliver(action);
		return () -> {
		};
	}

	/**
	 * Enters work on the calling thread.
	 * @param onLoss what happens to the thread if the term is lost
	 * @return the call, or {@code null} if the term is closed
	 */
	public @Nullable DetachableCall enter(OnLoss onLoss) {
		return enter(new ThreadWork(this, onLoss));
	}

	/**
	 * Enters a task, which is interrupted when a handover begins.
	 * @param progressed called whenever the work reports progress, on any thread
	 */
	@Nullable DetachableCall enterTask(OnLoss onLoss, Runnable progressed) {
		return enter(new ThreadWork.Task(this, progressed, onLoss));
	}

	private @Nullable DetachableCall enter(ThreadWork call) {
		if (!this.work.add(call)) {
			return null;
		}
		call.enterThread();
		return call;
	}

	@Override
	public boolean replace(PendingWork.Entry former, PendingWork.Entry latter) {
		return this.work.replace(former, latter);
	}

	/**
	 * Accepts no more work, unless a guarded call runs. Tasks do not count: a handover
	 * ends them.
	 * @return whether the term is closed
	 */
	public boolean closeIfIdle() {
		return this.work.closeIfIdle();
	}

	/** Accepts no more work. */
	public void close() {
		this.work.close();
	}

	/** Runs the actions at the end of the term, once. */
	public void runOnLost() {
		this.onLost.run(this.owner);
	}

	/** Interrupts the tasks, because a handover has begun; other work continues. */
	public void interruptTasks() {
		this.work.interruptTasks();
	}

	/**
	 * Interrupts all work that is to be interrupted on loss, first threads, which
	 * allocates nothing. If this throws, it is called again and continues with the rest.
	 */
	public void interrupt() {
		this.work.interrupt(this.interruptEntry);
	}

	@Override
	public void interrupt(PendingWork.Entry entry) {
		Runnable cancellation = this.work.interrupt(entry);
		if (cancellation != null) {
			cancel(entry, cancellation);
		}
	}

	private void cancel(PendingWork.Entry entry, Runnable cancellation) {
		boolean handedOver = false;
		try {
			this.owner.cancel(cancellation);
			handedOver = true;
		}
		finally {
			if (!handedOver) {
				entry.interrupted = false;
			}
		}
	}

	@Override
	public void interruptAgain(PendingWork.Entry entry) {
		this.work.interruptAgain(entry);
	}

	/** Listeners were notified of the end of this term. */
	public void notified() {
		this.work.notified();
		reportIfOver();
	}

	/**
	 * Stops waiting for work whose thread ends the process or waits for the handover,
	 * because it cannot end before the handover.
	 * @param unending tests the thread that runs a call
	 */
	public void dropUnending(Predicate<Thread> unending) {
		this.work.removeUnending(unending);
		reportIfOver();
	}

	/**
	 * Returns whether the work was reported as over.
	 * @return whether it was
	 */
	public boolean isOver() {
		return this.work.isReported();
	}

	private void reportIfOver() {
		if (this.work.isToReport()) {
			this.owner.workEnded(this.token);
		}
	}

	@Override
	public void leave(PendingWork.Entry entry) {
		if (this.work.remove(entry)) {
			reportIfOver();
		}
	}

}
