/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import io.leaderelection.calls.StoreCalls;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.Deliveries;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.Stages;
import io.leaderelection.time.Moment;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.TaskObserver;
import io.leaderelection.work.WorkLoop;
import org.jspecify.annotations.Nullable;

/**
 * Drives the actors of an engine on one thread: runs tasks in order, wakes each actor
 * when it is due, and looks at everything twice a second. No user code, no I/O and no
 * logging runs on this thread.
 * <p>
 * The look is the only place that tries again what failed: whatever could not be run,
 * scheduled or delivered for lack of memory or threads is found by the next look.
 */
public final class ElectionLoop implements WorkLoop, AutoCloseable {

	/**
	 * Effectively "never", yet small enough to add to a ticker value without overflow.
	 */
	public static final long FAR = Duration.ofDays(365).toNanos();

	/** The time from one look to the next. */
	static final Duration LOOK = Duration.ofMillis(500);

	private static final int IO_THREADS = 4;

	/**
	 * A difference beyond this cannot come from reading two clocks in sequence: one of
	 * them jumped.
	 */
	private static final long PARTED = Duration.ofMillis(20).toNanos();

	private final TimeSystem time;

	private final TaskObserver taskObserver;

	private final Scheduler scheduler;

	private final WorkerPool io;

	private final Deliveries deliveries;

	private final Stages stages = new Stages();

	private final StoreCalls store;

	private final List<Driven> actors = new CopyOnWriteArrayList<>();

	/** The actions of each look. If one fails the others still run. */
	private final List<Runnable> looks = new CopyOnWriteArrayList<>();

	private boolean started;

	// Used only by the loop

	private Moment lastWake;

	private final Alarm alarm = new Alarm();

	ElectionLoop(EngineSettings settings) {
		this.time = settings.time();
		this.taskObserver = settings.taskObserver();
		this.scheduler = this.time.scheduler("leader-election-loop");
		this.io = this.time.workers("leader-election-io", IO_THREADS);
		this.deliveries = new Deliveries(this.time, settings.timing().lease());
		this.store = new StoreCalls(settings.backend().target(), this, this.io, this.deliveries, this::elections);
		this.lastWake = this.time.now();
		this.alarm.reset(this.lastWake);
		// A pool that lost its last thread for lack of memory starts another one
		this.looks.addAll(List.of(() -> wake(true), this.store::flush, () -> this.io.resize(IO_THREADS)));
		this.looks.addAll(this.deliveries.looks());
	}

	/**
	 * Adds an action that runs with each look.
	 * @param action the action, which must return at once
	 */
	public void onLook(Runnable action) {
		this.looks.add(action);
	}

	@Override
	public TimeSystem time() {
		return this.time;
	}

	@Override
	public TaskObserver taskObserver() {
		return this.taskObserver;
	}

	/**
	 * Returns the log, which is written on another thread.
	 * @return the log
	 */
	public AsyncLog log() {
		return this.deliveries.log();
	}

	/** Returns a log for the failures of one actor. */
	ElectionLog newLog(String what) {
		return this.deliveries.newLog(what);
	}

	/** Returns the threads that run what may block. */
	Deliveries deliveries() {
		return this.deliveries;
	}

	Stages stages() {
		return this.stages;
	}

	StoreCalls store() {
		return this.store;
	}

	/**
	 * Returns whether commands to the store have failed and none was answered for some
	 * time.
	 * @param nanos the time
	 * @return whether the store is silent
	 */
	public boolean isStoreSilentFor(long nanos) {
		return this.store.isSilentFor(nanos);
	}

	/** An exception of the task ends only the task. */
	@Override
	public void execute(Runnable task) {
		this.scheduler.execute(() -> run(task));
	}

	@Override
	public void soon(Runnable task) {
		attempt(() -> execute(task));
	}

	@Override
	public void later(Duration delay, Runnable task) {
		attempt(() -> this.scheduler.schedule(delay, () -> run(task)));
	}

	/** Runs a task that may block on an I/O thread. */
	Executor io() {
		return this.io;
	}

	/** Returns the number of elections, without what accompanies them. */
	private int elections() {
		return (int) this.actors.stream().filter(Driven::isElection).count();
	}

	private void run(Runnable task) {
		attempt(task);
		attempt(this.alarm::arm);
	}

	private void attempt(Runnable action) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			log().error("A step of the election loop failed. What is due is tried again within a second", ex);
		}
	}

	@Override
	public void close() {
		this.scheduler.close();
		this.deliveries.flushLog();
		this.io.close();
		this.deliveries.close();
		this.stages.close();
	}

	/** Starts to look, and with it the thread. */
	synchronized void start() {
		if (!this.started) {
			this.scheduler.repeat(LOOK, this::look);
			this.started = true;
		}
	}

	/**
	 * Adds an actor, which is woken from now on.
	 * @param actor the actor
	 */
	public void add(Driven actor) {
		this.actors.add(actor);
	}

	/**
	 * Removes an actor, which is not woken any more.
	 * @param actor the actor
	 */
	public void remove(Driven actor) {
		this.actors.remove(actor);
	}

	// On the loop from here

	private void look() {
		this.looks.forEach(this::attempt);
		attempt(this.alarm::arm);
	}

	/** Makes the loop wake at a ticker reading, or earlier. */
	void wakeBy(long ticker) {
		this.alarm.by(ticker);
	}

	private void wakeDue() {
		this.alarm.rang();
		wake(false);
	}

	private void wake(boolean look) {
		Moment now = this.time.now();
		long slept = now.ticker() - this.lastWake.ticker();
		long parted = (now.wall() - this.lastWake.wall()) * 1_000_000 - slept;
		this.lastWake = now;
		if (slept > 2 * LOOK.toNanos()) {
			this.actors.forEach((actor) -> attempt(() -> actor.slept(slept)));
		}
		boolean jumped = Math.abs(parted) > PARTED;
		this.alarm.reset(now);
		for (Driven actor : this.actors) {
			if (look) {
				attempt(actor::look);
			}
			if (actor.wakeAt() - now.ticker() <= 0 || (jumped && actor.hasTerm())) {
				attempt(() -> actor.wake(now));
			}
			wakeBy(actor.wakeAt());
		}
	}

	/** Wakes the loop for the actor that is due first. */
	private final class Alarm {

		/** The earliest wake-up that an actor needs. */
		private long due;

		private long armedFor;

		private Scheduler.@Nullable Cancellation armed;

		void reset(Moment now) {
			this.due = now.ticker() + FAR;
		}

		void by(long ticker) {
			if (ticker - this.due < 0) {
				this.due = ticker;
			}
		}

		/** Sets the alarm. Without one, the next look wakes the actors that are due. */
		void arm() {
			long now = ElectionLoop.this.time.ticker().nanos();
			long in = this.due - now;
			// An alarm that has not run for that long was lost for lack of memory
			boolean armed = this.armed != null && now - this.armedFor < LOOK.toNanos();
			if (in >= LOOK.toNanos() || (armed && this.due - this.armedFor >= 0)) {
				return;
			}
			if (this.armed != null) {
				this.armed.cancel();
				this.armed = null;
			}
			this.armed = ElectionLoop.this.scheduler.schedule(Duration.ofNanos(Math.max(0, in)),
					() -> run(ElectionLoop.this::wakeDue));
			this.armedFor = this.due;
		}

		void rang() {
			this.armed = null;
		}

	}

	/** Something that the loop wakes. */
	public interface Driven {

		/**
		 * Returns whether this is an election, and not what accompanies one.
		 * @return whether it is
		 */
		boolean isElection();

		/**
		 * Returns whether there is a term, which a clock jump may end.
		 * @return whether there is
		 */
		boolean hasTerm();

		/**
		 * Returns when to wake this.
		 * @return the ticker reading
		 */
		long wakeAt();

		/**
		 * Called twice a second, in any case.
		 */
		void look();

		/**
		 * Called before all actors are woken, if the loop has not run for a while, as in
		 * a process that was stopped.
		 * @param nanos how long
		 */
		default void slept(long nanos) {
		}

		/**
		 * Called when it is due.
		 * @param now both clocks
		 */
		void wake(Moment now);

	}

}
