/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * A term and the guarded calls and tasks that depend on it. Calls enter until the term is
 * closed. When all have left and listeners were notified, the work of the term is over.
 * Safe to use from any thread.
 * <p>
 * A call is interrupted under the same lock under which it enters and leaves, so that an
 * interrupt never reaches a thread that has left.
 */
public final class Term implements WorkedTerm {

	private final TermOwner owner;

	private final StoredTerm stored;

	private final long token;

	private final TermNotes notes;

	private final Queue<Runnable> onLost = new ConcurrentLinkedQueue<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition end = this.lock.newCondition();

	// Guarded by the lock

	/** In the order of entry. Calls that end soon are found from the end at once. */
	private final Deque<Call> calls = new ArrayDeque<>();

	private boolean closed;

	private boolean notified;

	private volatile boolean over;

	/**
	 * Creates a term that accepts work.
	 * @param owner the election
	 * @param stored the term in the store
	 * @param checkpoints the checkpoints of the predecessors
	 */
	public Term(TermOwner owner, StoredTerm stored, Checkpoints checkpoints) {
		this.owner = owner;
		this.stored = stored;
		this.token = stored.token();
		this.notes = new TermNotes(owner, this.token, checkpoints);
	}

	@Override
	public TermOwner owner() {
		return this.owner;
	}

	@Override
	public StoredTerm storedTerm() {
		return this.stored;
	}

	@Override
	public String election() {
		return this.owner.home().name();
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

	/** Fails pending and later checkpoints, because the term is released or lost. */
	public void endNotes() {
		this.notes.end();
	}

	@Override
	public Registration onLost(Runnable action) {
		if (locked(() -> !this.closed && this.onLost.add(action))) {
			return () -> this.onLost.remove(action);
		}
		this.owner.home().lines().events().execute(action);
		return () -> {
		};
	}

	/** Runs the actions at the end of the term, once. */
	public void runOnLost() {
		for (Runnable action = this.onLost.poll(); action != null; action = this.onLost.poll()) {
			Throwable ex = ForeignCode.call(Runnable::run, action);
			if (ex != null) {
				this.owner.home().log().warn("An action at the end of a term of election '{}' failed", election(), ex);
			}
		}
	}

	// Calls

	/**
	 * Enters work on the calling thread.
	 * @param onLoss what happens to the thread if the term is lost
	 * @return the call, or {@code null} if the term is closed
	 */
	public @Nullable EnteredCall enter(OnLoss onLoss) {
		return enter(new ThreadCall(this, onLoss));
	}

	/**
	 * Enters a task, which is interrupted when a handover begins.
	 * @param progressed called whenever the work reports progress, on any thread
	 */
	@Nullable EnteredCall enterTask(OnLoss onLoss, Runnable progressed) {
		return enter(new ThreadCall.Task(this, progressed, onLoss));
	}

	private @Nullable EnteredCall enter(ThreadCall call) {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			this.calls.add(call);
		}
		finally {
			this.lock.unlock();
		}
		call.enterThread();
		return call;
	}

	@Override
	public void leave(Call call) {
		boolean ended;
		this.lock.lock();
		try {
			this.calls.removeLastOccurrence(call);
			ended = noteEnd();
		}
		finally {
			this.lock.unlock();
		}
		reportIfOver(ended);
	}

	@Override
	public boolean replace(Call former, Call latter) {
		return locked(() -> {
			latter.interrupted = former.interrupted;
			if (this.calls.removeLastOccurrence(former)) {
				this.calls.add(latter);
			}
			return former.interrupted;
		});
	}

	/**
	 * Accepts no more work, unless a guarded call runs. Tasks do not count: a handover
	 * ends them.
	 * @return whether no guarded call runs; then the term is closed
	 */
	public boolean closeIfIdle() {
		return locked(() -> {
			boolean idle = this.calls.stream().allMatch(Call::isTask);
			if (idle) {
				close();
			}
			return idle;
		});
	}

	/** Accepts no more work. */
	public void close() {
		locked(() -> {
			this.closed = true;
			this.end.signalAll();
			return true;
		});
	}

	/** Interrupts the tasks, because a handover has begun; other work continues. */
	public void interruptTasks() {
		stop((call) -> call.isTask() && call.onLoss == OnLoss.INTERRUPT);
	}

	/**
	 * Interrupts all work that is to be interrupted on loss, even if it was interrupted
	 * before: first threads, then work without a thread, which is cancelled once.
	 */
	public void interrupt() {
		stop((call) -> call.onLoss == OnLoss.INTERRUPT && call.thread() != null);
		stop((call) -> call.onLoss == OnLoss.INTERRUPT && call.thread() == null);
	}

	@Override
	public void interrupt(Call call) {
		stop(call::equals);
	}

	private void stop(Predicate<Call> which) {
		locked(() -> {
			// A call may end while it is stopped
			this.calls.stream().filter(which).toList().forEach(Call::stop);
			return true;
		});
	}

	/** Listeners were notified of the end of this term. */
	public void notified() {
		reportIfOver(locked(() -> {
			this.notified = true;
			return noteEnd();
		}));
	}

	/**
	 * Stops waiting for work whose thread ends the process or waits for the handover,
	 * because it cannot end before the handover.
	 * @param unending tests the thread that runs a call
	 */
	public void dropUnending(Predicate<Thread> unending) {
		reportIfOver(locked(() -> {
			this.calls.removeIf((call) -> {
				Thread thread = call.thread();
				return thread != null && unending.test(thread);
			});
			return noteEnd();
		}));
	}

	/**
	 * Returns whether the work is over, which was reported to the owner.
	 * @return whether it is
	 */
	public boolean isOver() {
		return this.over;
	}

	private void reportIfOver(boolean over) {
		if (over) {
			this.owner.workEnded(this.token);
		}
	}

	/** Returns, once and under the lock, whether the work is over. */
	private boolean noteEnd() {
		boolean first = this.closed && this.notified && !this.over && this.calls.isEmpty();
		if (first) {
			this.over = true;
		}
		return first;
	}

	private boolean locked(BooleanSupplier action) {
		this.lock.lock();
		try {
			return action.getAsBoolean();
		}
		finally {
			this.lock.unlock();
		}
	}

}
