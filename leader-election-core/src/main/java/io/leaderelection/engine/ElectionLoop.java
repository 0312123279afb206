/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.WorkLoop;
import org.jspecify.annotations.Nullable;

/**
 * Drives the participants of an engine on one thread: wakes each when time matters to it,
 * gathers what they want to ask the store, has it asked on a few other threads, and
 * brings the answers back. No user code and no I/O runs here.
 */
final class ElectionLoop implements WorkLoop, AutoCloseable {

	/**
	 * Effectively "never", yet small enough to add to a ticker value without overflow.
	 */
	static final long FAR = Duration.ofDays(365).toNanos();

	/**
	 * How often the loop wakes whatever happens: compares the clocks, and tries again
	 * what failed. A wake-up at the exact moment is only a matter of promptness.
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

	private final OperationListener operations;

	private final Scheduler scheduler;

	private final WorkerPool io;

	private final EventDispatcher events;

	private final EventDispatcher cancellations;

	private final HandOverStages stages;

	private final StoreCaller<Renew> renews;

	private final StoreCaller<Release> releases;

	private final StoreCaller<Acquire> acquires;

	private final StoreCaller<Observe> observes;

	private final FailureLog failures;

	// Made once, so that waking needs no memory

	private final Runnable onAlarm = this::alarmed;

	private final Runnable wakeDue = this::wakeDue;

	private final Runnable flush = this::flush;

	/** What each heartbeat does, each on its own. */
	private final List<Runnable> onHeartbeat = new CopyOnWriteArrayList<>();

	private boolean beating;

	/** Replaced as a whole. */
	private volatile Contender[] contenders = new Contender[0];

	private volatile @Nullable Instant lastContact;

	// Touched by the loop alone

	/** Whether what waits is about to be sent. */
	private boolean flushing;

	private Moment lastLook;

	private long answeredAt;

	private long earliestWake;

	private long armedAt;

	private Scheduler.@Nullable Cancellation alarm;

	ElectionLoop(LeaseStore store, String storeName, TimeSystem time, OperationListener operations) {
		this.time = time;
		this.operations = withoutHarm(operations);
		this.scheduler = time.scheduler("leader-election-loop");
		this.io = time.workers("leader-election-io", IO_THREADS);
		this.events = new EventDispatcher(time, "leader-election-events");
		this.cancellations = new EventDispatcher(time, "leader-election-cancellations");
		this.stages = new HandOverStages(new EventDispatcher(time, "leader-election-stages"));
		this.failures = new FailureLog("Store '" + storeName + "'");
		this.renews = caller(Renew.class, store::renew, 2);
		this.releases = caller(Release.class, store::release, 1);
		this.acquires = caller(Acquire.class, store::acquire, 1);
		this.observes = caller(Observe.class, (batch, timeout) -> store.observe(keys(batch), timeout), 1);
		this.lastLook = time.now();
		this.answeredAt = this.lastLook.ticker();
		this.earliestWake = this.lastLook.ticker() + FAR;
		this.onHeartbeat
			.addAll(List.of(this::wakeAll, this.flush, this.events::look, this.cancellations::look, this.stages::look));
	}

	/** Adds something that each heartbeat does. It must return at once. */
	void onHeartbeat(Runnable action) {
		this.onHeartbeat.add(action);
	}

	private <C extends Command> StoreCaller<C> caller(Class<C> kind,
			BiFunction<List<C>, Duration, ? extends List<? extends Outcome>> operation, int lanes) {
		return new StoreCaller<>(kind, operation, this.io, lanes, this.time.ticker(), this.operations,
				(batch, outcomes, failure) -> execute(() -> answered(batch, outcomes, failure)));
	}

	private static List<ElectionKey> keys(List<Observe> batch) {
		return batch.stream().map(Observe::key).toList();
	}

	/**
	 * What a meter throws must neither end a step of the loop nor a call to the store.
	 */
	private static OperationListener withoutHarm(OperationListener listener) {
		AtomicBoolean logged = new AtomicBoolean();
		return (operation, outcome, took) -> {
			Throwable thrown = ForeignCode.call((called) -> called.completed(operation, outcome, took), listener);
			if (thrown != null && logged.compareAndSet(false, true)) {
				logger.warn("Operation listener {} failed. Later failures are not logged",
						listener.getClass().getName(), thrown);
			}
		};
	}

	@Override
	public TimeSystem time() {
		return this.time;
	}

	EventDispatcher.Line line(String election) {
		return this.events.line(election);
	}

	BoundedLine cancellations(String election) {
		return new BoundedLine(election, this.cancellations);
	}

	HandOverStages stages() {
		return this.stages;
	}

	@Nullable Instant lastContact() {
		return this.lastContact;
	}

	/** What the task throws ends the task and nothing else. */
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

	/** From now on there is a heartbeat. Before, there is no thread. */
	synchronized void start() {
		if (!this.beating) {
			this.scheduler.repeat(HEARTBEAT, this::beat);
			this.beating = true;
		}
	}

	/** From now on the contender is woken. */
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

	/** A contender wants to be woken at this ticker reading, or earlier. */
	void wakeAt(long ticker) {
		if (ticker - this.earliestWake < 0) {
			this.earliestWake = ticker;
		}
	}

	/** Takes a command in, or throws for want of memory. */
	void send(Contender contender, Effect.Send<?> send) {
		caller(send.command()).add(new StoreCall(contender, send));
		if (!this.flushing) {
			// Behind what is in line already, so that it travels in the same batch
			this.flushing = true;
			executeSoon(this.flush);
		}
	}

	private StoreCaller<?> caller(Command command) {
		if (command instanceof Renew) {
			return this.renews;
		}
		if (command instanceof Release) {
			return this.releases;
		}
		return (command instanceof Acquire) ? this.acquires : this.observes;
	}

	private void flush() {
		this.flushing = false;
		this.renews.begin();
		this.releases.begin();
		this.acquires.begin();
		this.observes.begin();
	}

	/**
	 * A command was given up.
	 * @return whether this is no failure of one election, but of the store, and was
	 * logged as such
	 */
	boolean timedOut(Effect.Send<?> send, Throwable cause, Moment now) {
		this.operations.completed(send.command().operation(), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return failed(send, cause);
	}

	/**
	 * Logs a failure of the store, once for all elections.
	 * @return whether it is one: if the store has answered another command since this one
	 * was sent, it is the failure of one election
	 */
	private boolean failed(Effect.Send<?> send, Throwable cause) {
		boolean ofStore = this.answeredAt - send.sent().ticker() <= 0;
		if (ofStore) {
			this.failures.failed(cause, this.contenders.length);
		}
		return ofStore;
	}

	private void answered(List<StoreCall> batch, List<? extends Outcome> outcomes, @Nullable Throwable failure) {
		if (failure == null) {
			this.answeredAt = this.time.ticker().nanos();
			this.lastContact = Instant.ofEpochMilli(this.time.wallClock().millis());
			this.failures.succeeded();
		}
		for (int i = 0; i < batch.size(); i++) {
			StoreCall call = batch.get(i);
			try {
				boolean ofStore = failure != null && failed(call.send(), failure);
				call.contender().answered(call.send(), outcomes.get(i), ofStore);
			}
			catch (Throwable ex) {
				logger.error("An answer of the store could not be heard. It is given up at its timeout", ex);
			}
		}
	}

	/** Without an alarm the heartbeat wakes who is due. */
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
