/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

import io.leaderelection.LeaderElection;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.Delivery;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.Stages;
import io.leaderelection.delivery.WarningBursts;
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
final class ElectionLoop implements WorkLoop, AutoCloseable {

	/**
	 * Effectively "never", yet small enough to add to a ticker value without overflow.
	 */
	static final long FAR = Duration.ofDays(365).toNanos();

	/** The time from one look to the next. */
	static final Duration LOOK = Duration.ofMillis(500);

	/** How many callbacks, or cancellations, of an election may run at once. */
	private static final int AT_ONCE = 8;

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

	private final Delivery events;

	private final Delivery cancellations;

	private final Delivery callbacks;

	private final Delivery.Line logLine;

	private final AsyncLog log;

	private final Stages stages = new Stages();

	private final WarningBursts bursts;

	private final Duration lease;

	private final StoreCalls store;

	private final List<Driven> actors = new CopyOnWriteArrayList<>();

	/** The actions of each look. If one fails the others still run. */
	private final List<Runnable> looks = new CopyOnWriteArrayList<>();

	private boolean started;

	// Used only by the loop

	private Moment lastWake;

	private long earliestWake;

	private long armedAt;

	private Scheduler.@Nullable Cancellation alarm;

	ElectionLoop(EngineSettings settings) {
		this.time = settings.time();
		this.taskObserver = settings.taskObserver();
		this.scheduler = this.time.scheduler("leader-election-loop");
		this.io = this.time.workers("leader-election-io", IO_THREADS);
		this.events = new Delivery(this.time, "leader-election-events");
		this.cancellations = new Delivery(this.time, "leader-election-cancellations");
		this.callbacks = new Delivery(this.time, "leader-election-callbacks");
		this.logLine = this.events.lineOfLog();
		this.log = new AsyncLog(LeaderElection.class, this.logLine);
		this.bursts = new WarningBursts(this.log, this.time.ticker());
		this.lease = settings.timing().lease();
		this.store = new StoreCalls(settings, this, this.io, this.log, this::newLog, this::elections);
		this.lastWake = this.time.now();
		this.earliestWake = this.lastWake.ticker() + FAR;
		// A pool that lost its last thread for lack of memory starts another one
		this.looks.addAll(List.of(() -> wake(true), this.store::flush, this.bursts::look, this.logLine::look,
				() -> this.io.resize(IO_THREADS), this.events::look, this.cancellations::look, this.callbacks::look));
	}

	/** Adds an action that runs with each look. It must return at once. */
	void onLook(Runnable action) {
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

	/** Returns the log, which is written on another thread. */
	AsyncLog log() {
		return this.log;
	}

	/** Returns a log for the failures of one actor. */
	ElectionLog newLog(String what) {
		return new ElectionLog(what, this.log, this.bursts, this.time.ticker(), this.lease);
	}

	/** Returns a line for the events of an election, one after the other. */
	Delivery.Line events(String election) {
		return this.events.line("listener", election, 1, this.log);
	}

	/** Returns a line for cancellations of work, which has to end at once. */
	Delivery.Line cancellations(String election) {
		return this.cancellations.line("cancellation of work", election, AT_ONCE, this.log);
	}

	/** Returns a line for callbacks of stages, which are not behind listeners. */
	Delivery.Line callbacks(String election) {
		return this.callbacks.line("callback of a stage", election, AT_ONCE, this.log);
	}

	Stages stages() {
		return this.stages;
	}

	StoreCalls store() {
		return this.store;
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

	/** Returns the number of elections, without bids. */
	private int elections() {
		return (int) this.actors.stream().filter(Driven::isElection).count();
	}

	private void run(Runnable task) {
		attempt(task);
		attempt(this::arm);
	}

	private void attempt(Runnable action) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			this.log.error("A step of the election loop failed. What is due is tried again within a second", ex);
		}
	}

	@Override
	public void close() {
		this.scheduler.close();
		this.bursts.end();
		// The process may end before another thread does this
		this.logLine.runWaiting();
		this.io.close();
		this.events.close();
		this.cancellations.close();
		this.callbacks.close();
		this.stages.close();
	}

	/** Starts to look, and with it the thread. */
	synchronized void start() {
		if (!this.started) {
			this.scheduler.repeat(LOOK, this::look);
			this.started = true;
		}
	}

	/** Adds an actor, which is woken from now on. */
	void add(Driven actor) {
		this.actors.add(actor);
	}

	void remove(Driven actor) {
		this.actors.remove(actor);
	}

	// On the loop from here

	private void look() {
		this.looks.forEach(this::attempt);
		attempt(this::arm);
	}

	/** Makes the loop wake at a ticker reading, or earlier. */
	void wakeAt(long ticker) {
		if (ticker - this.earliestWake < 0) {
			this.earliestWake = ticker;
		}
	}

	/** Sets the alarm. Without one, the next look wakes the actors that are due. */
	private void arm() {
		long now = this.time.ticker().nanos();
		long in = this.earliestWake - now;
		// An alarm that has not run for that long was lost for lack of memory
		boolean armed = this.alarm != null && now - this.armedAt < LOOK.toNanos();
		if (in >= LOOK.toNanos() || (armed && this.earliestWake - this.armedAt >= 0)) {
			return;
		}
		if (this.alarm != null) {
			this.alarm.cancel();
			this.alarm = null;
		}
		this.alarm = this.scheduler.schedule(Duration.ofNanos(Math.max(0, in)), () -> run(this::wakeDue));
		this.armedAt = this.earliestWake;
	}

	private void wakeDue() {
		this.alarm = null;
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
		this.earliestWake = now.ticker() + FAR;
		for (Driven actor : this.actors) {
			if (look) {
				attempt(actor::look);
			}
			if (actor.wakeAt() - now.ticker() <= 0 || (jumped && actor.hasTerm())) {
				attempt(() -> actor.wake(now));
			}
			wakeAt(actor.wakeAt());
		}
	}

	/** Something that the loop wakes. */
	interface Driven {

		/** Returns whether this is an election and not a bid. */
		boolean isElection();

		/** Returns whether there is a term, which a clock jump may end. */
		boolean hasTerm();

		/** Returns the ticker reading at which to wake this. */
		long wakeAt();

		/** Called twice a second, in any case. */
		void look();

		/**
		 * Called before all actors are woken, if the loop has not run for a while, as in
		 * a process that was stopped.
		 * @param nanos how long
		 */
		default void slept(long nanos) {
		}

		/** Called when it is due. */
		void wake(Moment now);

	}

}
