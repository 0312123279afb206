/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.time.Moment;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.TaskObserver;
import io.leaderelection.work.WorkLoop;
import org.jspecify.annotations.Nullable;

/**
 * Drives the candidates of an engine on one thread: wakes each when it is due, collects
 * their commands to the store, has them sent on a few other threads, and passes the
 * answers back. No user code and no I/O runs on this thread.
 */
final class ElectionLoop implements WorkLoop, AutoCloseable {

	/**
	 * Effectively "never", yet small enough to add to a ticker value without overflow.
	 */
	static final long FAR = Duration.ofDays(365).toNanos();

	/**
	 * How often the loop wakes in any case, to compare the clocks and to try again what
	 * failed. Wake-ups in between only make it faster.
	 */
	static final Duration HEARTBEAT = Duration.ofMillis(500);

	private static final SafeLogger logger = new SafeLogger(ElectionLoop.class);

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

	private final EventDispatcher events;

	private final EventDispatcher cancellations;

	private final HandoverStages stages;

	private final StoreCalls store;

	// Created once, so that a wake-up allocates less

	private final Runnable onAlarm = this::alarmed;

	private final Runnable wakeDue = this::wakeDue;

	/** The actions of each heartbeat. If one fails the others still run. */
	private final List<Runnable> onHeartbeat = new CopyOnWriteArrayList<>();

	private boolean beating;

	/** Replaced as a whole. */
	private volatile Contender[] contenders = new Contender[0];

	// Used only by the loop

	private Moment lastLook;

	private long earliestWake;

	private long armedAt;

	private Scheduler.@Nullable Cancellation alarm;

	ElectionLoop(EngineSettings settings) {
		this(settings.store(), settings.traits().name(), settings.time(), settings.operationListeners(),
				settings.taskObserver());
	}

	ElectionLoop(LeaseStore store, String storeName, TimeSystem time, OperationListeners operations,
			TaskObserver taskObserver) {
		this.time = time;
		this.taskObserver = taskObserver;
		this.scheduler = time.scheduler("leader-election-loop");
		this.io = time.workers("leader-election-io", IO_THREADS);
		this.events = new EventDispatcher(time, "leader-election-events");
		this.cancellations = new EventDispatcher(time, "leader-election-cancellations");
		this.stages = new HandoverStages(new EventDispatcher(time, "leader-election-stages"));
		this.store = new StoreCalls(store, storeName, this, this.io, operations, this::elections);
		this.lastLook = time.now();
		this.earliestWake = this.lastLook.ticker() + FAR;
		this.onHeartbeat.addAll(List.of(this::wakeAll, this.store::flush, this.events::look, this.cancellations::look,
				this.stages::look));
	}

	/** Adds an action that runs with each heartbeat. It must return at once. */
	void onHeartbeat(Runnable action) {
		this.onHeartbeat.add(action);
	}

	@Override
	public TimeSystem time() {
		return this.time;
	}

	@Override
	public TaskObserver taskObserver() {
		return this.taskObserver;
	}

	EventDispatcher.Line line(String election) {
		return this.events.line(election);
	}

	BoundedLine cancellations(String election) {
		return new BoundedLine(election, this.cancellations);
	}

	HandoverStages stages() {
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
	public void executeSoon(Runnable task) {
		try {
			execute(task);
		}
		catch (Throwable ex) {
			// The next heartbeat does it
		}
	}

	@Override
	public void scheduleSoon(Duration delay, Runnable task) {
		try {
			this.scheduler.schedule(delay, () -> run(task));
		}
		catch (Throwable ex) {
			// The next heartbeat after that does it
		}
	}

	/** Runs a task that may block on an I/O thread. */
	void executeIo(Runnable task) {
		this.io.execute(task);
	}

	/** Returns the number of elections, without bids. */
	private int elections() {
		return (int) Arrays.stream(this.contenders).filter(Contender::isElection).count();
	}

	private void run(Runnable task) {
		try {
			attempt(task);
		}
		finally {
			arm();
		}
	}

	private static void attempt(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			logger.error("A step of the election loop failed. What is due is tried again within a second", ex);
		}
	}

	private void beat() {
		this.onHeartbeat.forEach(ElectionLoop::attempt);
		arm();
	}

	@Override
	public void close() {
		this.scheduler.close();
		this.io.close();
		this.events.close();
		this.cancellations.close();
		this.stages.close();
	}

	/** Starts the heartbeat, and with it the thread. */
	synchronized void start() {
		if (!this.beating) {
			this.scheduler.repeat(HEARTBEAT, this::beat);
			this.beating = true;
		}
	}

	/** Adds a contender, which is woken from now on. */
	synchronized void add(Contender contender) {
		Contender[] more = Arrays.copyOf(this.contenders, this.contenders.length + 1);
		more[more.length - 1] = contender;
		this.contenders = more;
	}

	synchronized void remove(Contender contender) {
		this.contenders = Arrays.stream(this.contenders)
			.filter((kept) -> !kept.equals(contender))
			.toArray(Contender[]::new);
	}

	// On the loop from here

	/** Makes the loop wake at a ticker reading, or earlier. */
	void wakeAt(long ticker) {
		if (ticker - this.earliestWake < 0) {
			this.earliestWake = ticker;
		}
	}

	/** Sets the alarm. Without one, the heartbeat wakes the contenders that are due. */
	private void arm() {
		try {
			long now = this.time.ticker().nanos();
			long in = this.earliestWake - now;
			if (in >= HEARTBEAT.toNanos() || (this.alarm != null && this.earliestWake - this.armedAt >= 0)) {
				return;
			}
			if (this.alarm != null) {
				this.alarm.cancel();
				this.alarm = null;
			}
			this.alarm = this.scheduler.schedule(Duration.ofNanos(Math.max(0, in)), this.onAlarm);
			this.armedAt = this.earliestWake;
		}
		catch (Throwable ex) {
			logger.error("The election loop has no alarm for now. It wakes twice a second", ex);
		}
	}

	private void alarmed() {
		run(this.wakeDue);
	}

	private void wakeDue() {
		this.alarm = null;
		wake(false);
	}

	private void wakeAll() {
		wake(true);
	}

	private void wake(boolean heartbeat) {
		Moment now = this.time.now();
		long parted = (now.wall() - this.lastLook.wall()) * 1_000_000 - (now.ticker() - this.lastLook.ticker());
		this.lastLook = now;
		boolean jumped = Math.abs(parted) > PARTED;
		Contender[] all = this.contenders;
		for (Contender contender : all) {
			try {
				if (heartbeat) {
					contender.tryAgain();
				}
				if (contender.wakeAt() - now.ticker() <= 0 || (jumped && contender.hasTerm())) {
					contender.wake(now);
				}
			}
			catch (Throwable ex) {
				logger.error("Election '{}' could not be woken. Tries again within a second", contender.name(), ex);
			}
		}
		this.earliestWake = now.ticker() + FAR;
		for (Contender contender : all) {
			wakeAt(contender.wakeAt());
		}
	}

}
