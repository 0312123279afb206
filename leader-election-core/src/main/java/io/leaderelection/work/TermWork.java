/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * A term and the work that depends on it. Work enters until the term is closed; when the
 * last has left and listeners were told, the term's work is over.
 * <p>
 * An interrupt is sent under the same lock under which work enters and leaves, so that it
 * never reaches a thread that has left.
 */
public final class TermWork implements WorkedTerm, StoredTerm.Bearer, LibraryNotes.Bearer {

	private final TermOwner owner;

	private final StoredTerm term;

	private final long token;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition end = this.lock.newCondition();

	private final PiecesOfWork pieces = new PiecesOfWork();

	private boolean closed;

	private boolean told;

	private boolean reported;

	private final TermNotes notes;

	private final LossActions onLost = new LossActions();

	/**
	 * Creates a term that takes on work.
	 * @param owner the election
	 * @param term the term as the store has it
	 * @param checkpoints what the predecessors left
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
		long left = Durations.nanos(timeout);
		this.lock.lockInterruptibly();
		try {
			while (!this.closed && left > 0) {
				left = this.end.awaitNanos(left);
			}
			return this.closed;
		}
		finally {
			this.lock.unlock();
		}
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

	/** Nothing can be noted any more: the term is released, or lost. */
	public void endNotes() {
		this.notes.end();
	}

	@Override
	public Registration onLost(Runnable action) {
		this.lock.lock();
		try {
			if (!this.closed) {
				return this.onLost.add(action);
			}
		}
		finally {
			this.lock.unlock();
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

	/** Enters work that the beginning of a handover interrupts already. */
	@Nullable DetachableCall enterTask(OnLoss onLoss) {
		return enter(new ThreadWork.Task(this, onLoss));
	}

	private @Nullable DetachableCall enter(ThreadWork call) {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			this.pieces.add(call);
		}
		finally {
			this.lock.unlock();
		}
		call.enterThread();
		return call;
	}

	@Override
	public boolean replace(PiecesOfWork.Piece former, PiecesOfWork.Piece latter) {
		this.lock.lock();
		try {
			this.pieces.replace(former, latter);
			return former.interrupted;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes on no more work, unless a guarded call runs. Tasks do not count: a handover
	 * ends them.
	 * @return whether none runs
	 */
	public boolean closeIfIdle() {
		this.lock.lock();
		try {
			if (this.pieces.hasCalls()) {
				return false;
			}
			close();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Takes on no more work. */
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.end.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Runs what is to be run at the end, once. */
	public void runOnLost() {
		this.onLost.run(election());
	}

	/** A handover has begun: interrupts the tasks, and lets other work go on. */
	public void interruptTasks() {
		this.lock.lock();
		try {
			this.pieces.interruptTasks();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Interrupts all work that wants to be. Threads come first, and need no memory. If
	 * this throws, it is called again and goes on with the rest.
	 */
	public void interrupt() {
		PiecesOfWork.Piece detached;
		this.lock.lock();
		try {
			this.pieces.interruptThreads();
			detached = this.pieces.nextToCancel();
		}
		finally {
			this.lock.unlock();
		}
		while (detached != null) {
			interrupt(detached);
			this.lock.lock();
			try {
				detached = this.pieces.nextToCancel();
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	@Override
	public void interrupt(PiecesOfWork.Piece piece) {
		Runnable cancellation;
		this.lock.lock();
		try {
			cancellation = this.pieces.interrupt(piece);
		}
		finally {
			this.lock.unlock();
		}
		if (cancellation != null) {
			cancel(piece, cancellation);
		}
	}

	private void cancel(PiecesOfWork.Piece piece, Runnable cancellation) {
		boolean handedOver = false;
		try {
			this.owner.cancel(cancellation);
			handedOver = true;
		}
		finally {
			if (!handedOver) {
				piece.interrupted = false;
			}
		}
	}

	@Override
	public void interruptAgain(PiecesOfWork.Piece piece) {
		this.lock.lock();
		try {
			PiecesOfWork.interruptAgain(piece);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Listeners were notified of the end of this term. */
	public void told() {
		this.lock.lock();
		try {
			this.told = true;
		}
		finally {
			this.lock.unlock();
		}
		reportIfOver();
	}

	/**
	 * Work whose thread ends the process, or waits for the handover, can never leave: the
	 * handover waits for the work.
	 * @param unending tells this by the thread
	 */
	public void dropUnending(Predicate<Thread> unending) {
		this.lock.lock();
		try {
			this.pieces.removeUnending(unending);
		}
		finally {
			this.lock.unlock();
		}
		reportIfOver();
	}

	/**
	 * Whether the work was reported as over.
	 * @return whether it was
	 */
	public boolean isOver() {
		this.lock.lock();
		try {
			return this.reported;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void reportIfOver() {
		this.lock.lock();
		try {
			if (!this.closed || !this.told || !this.pieces.isEmpty() || this.reported) {
				return;
			}
			this.reported = true;
		}
		finally {
			this.lock.unlock();
		}
		this.owner.workEnded(this.token);
	}

	@Override
	public void leave(PiecesOfWork.Piece piece) {
		boolean last;
		this.lock.lock();
		try {
			this.pieces.remove(piece);
			last = this.closed && this.pieces.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
		if (last) {
			reportIfOver();
		}
	}

}
