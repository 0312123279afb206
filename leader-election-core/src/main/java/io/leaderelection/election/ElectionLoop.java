/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the participants of an engine on one thread: wakes each when time matters to it,
 * gathers what they want to ask the store, has it asked on a few other threads, and
 * brings the answers back. No user code and no I/O runs here.
 */
final class ElectionLoop implements AutoCloseable {

	/** Long enough to be never, short enough to be added to any ticker reading. */
	static final long FAR = Duration.ofDays(365).toNanos();

	private static final Logger logger = LoggerFactory.getLogger(ElectionLoop.class);

	private static final int IO_THREADS = 4;

	/** How often the clocks are compared while there is a term they bound. */
	private static final long CLOCK_CHECK = Duration.ofMillis(500).toNanos();

	/** Larger than what reading two clocks one after the other can make of it. */
	private static final long PARTED = Duration.ofMillis(20).toNanos();

	private static final Comparator<Participant> BY_WAKE = (one, other) -> {
		int byTime = Long.compare(one.wakeAt() - other.wakeAt(), 0);
		return (byTime != 0) ? byTime : one.name().compareTo(other.name());
	};

	private final TimeSystem time;

	private final OperationListener operations;

	private final Scheduler scheduler;

	private final WorkerPool io;

	private final EventDispatcher events;

	private final EventDispatcher cancellations;

	private final HandOverStages stages;

	private final StoreCaller<Effect.SendAcquire, Acquire, Outcome.OfAcquire> acquires;

	private final StoreCaller<Effect.SendRenew, Renew, Outcome.OfRenew> renews;

	private final StoreCaller<Effect.SendRelease, Release, Outcome.OfRelease> releases;

	private final StoreCaller<Effect.SendObserve, ElectionKey, Outcome.OfObserve> observes;

	private final FailureLog failures;

	private volatile @Nullable Instant lastContact;

	// Touched by the loop alone

	private final TreeSet<Participant> wakes = new TreeSet<>(BY_WAKE);

	private final Outbox outbox = new Outbox();

	private Moment lastLook;

	private long armedAt;

	private Scheduler.@Nullable Cancellation alarm;

	ElectionLoop(LeaseStore store, String storeName, TimeSystem time, OperationListener operations) {
		this.time = time;
		this.operations = withoutHarm(operations);
		this.scheduler = time.scheduler("leader-election-loop");
		this.io = time.workers("leader-election-io", IO_THREADS);
		this.events = new EventDispatcher(time, this.scheduler, "leader-election-events");
		this.cancellations = new EventDispatcher(time, this.scheduler, "leader-election-cancellations");
		this.stages = new HandOverStages(new EventDispatcher(time, this.scheduler, "leader-election-stages"));
		this.failures = new FailureLog("Store '" + storeName + "'");
		this.acquires = caller(new StoreOperations.Acquires(store), 1);
		this.renews = caller(new StoreOperations.Renews(store), 2);
		this.releases = caller(new StoreOperations.Releases(store), 1);
		this.observes = caller(new StoreOperations.Observes(store), 1);
		this.lastLook = look();
	}

	private <S extends Effect.Send, C, O extends Outcome> StoreCaller<S, C, O> caller(
			StoreCaller.Operation<S, C, O> operation, int lanes) {
		return new StoreCaller<>(operation, this.io, lanes, this.time.ticker(), this.operations,
				(answered) -> execute(() -> answered(answered)));
	}

	/**
	 * What a meter throws must neither end a step of the loop nor a call to the store.
	 */
	private static OperationListener withoutHarm(OperationListener listener) {
		AtomicBoolean told = new AtomicBoolean();
		return (operation, outcome, took) -> {
			try {
				listener.completed(operation, outcome, took);
			}
			catch (RuntimeException | Error ex) {
				if (told.compareAndSet(false, true)) {
					logger.warn("Operation listener {} failed. Later failures are not told",
							listener.getClass().getName(), ex);
				}
			}
		};
	}

	TimeSystem time() {
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

	/** Runs a task on the loop. What it throws ends the task and nothing else. */
	void execute(Runnable task) {
		this.scheduler.execute(() -> run(task));
	}

	/** Runs a task on the loop later. */
	void schedule(Duration delay, Runnable task) {
		this.scheduler.schedule(delay, () -> run(task));
	}

	/** Runs a task that may block on an I/O thread. */
	void executeIo(Runnable task) {
		this.io.execute(task);
	}

	private void run(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException | Error ex) {
			logger.error("A step of the election loop failed. Leases are kept or end by themselves", ex);
		}
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

	// On the loop from here

	void reschedule(Participant participant) {
		this.wakes.add(participant);
	}

	/** Must be called before the participant's wake changes. */
	void unschedule(Participant participant) {
		this.wakes.remove(participant);
	}

	void send(Participant participant, Effect.Send send) {
		if (this.outbox.add(participant, send)) {
			// Behind what is in line already, so that it travels in the same batch
			execute(() -> this.outbox.flush(this));
		}
	}

	void timedOut(Effect.Send send, Moment now) {
		this.operations.completed(StoreOperations.name(send), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
	}

	private void answered(StoreCaller.Answered answered) {
		if (answered.failure() != null) {
			this.failures.failed(answered.failure());
		}
		else {
			this.lastContact = Instant.ofEpochMilli(this.time.wallClock().millis());
			this.failures.succeeded();
		}
		for (StoreCaller.Answer answer : answered.answers()) {
			answer.participant().answered(answer.send(), answer.outcome());
		}
	}

	private void arm() {
		if (this.wakes.isEmpty()) {
			return;
		}
		Moment now = look();
		long in = Math.min(this.wakes.first().wakeAt() - now.ticker(), CLOCK_CHECK);
		long at = now.ticker() + Math.max(0, in);
		if (this.alarm == null || at - this.armedAt < 0) {
			if (this.alarm != null) {
				this.alarm.cancel();
			}
			this.armedAt = at;
			this.alarm = this.scheduler.schedule(Duration.ofNanos(Math.max(0, in)), () -> run(this::wake));
		}
	}

	private void wake() {
		this.alarm = null;
		Moment now = look();
		long parted = (now.wall() - this.lastLook.wall()) * 1_000_000 - (now.ticker() - this.lastLook.ticker());
		this.lastLook = now;
		List<Participant> due = new ArrayList<>();
		if (Math.abs(parted) > PARTED) {
			this.wakes.stream().filter(Participant::hasTerm).forEach(due::add);
		}
		for (Participant participant : this.wakes) {
			if (participant.wakeAt() - now.ticker() > 0) {
				break;
			}
			due.add(participant);
		}
		due.forEach((participant) -> participant.wake(now));
	}

	private Moment look() {
		return Moment.now(this.time.ticker(), this.time.wallClock());
	}

	/** What participants want to send, until all that is in line has been heard. */
	private static final class Outbox {

		private final List<StoreCaller.Item<Effect.SendAcquire>> acquires = new ArrayList<>();

		private final List<StoreCaller.Item<Effect.SendRenew>> renews = new ArrayList<>();

		private final List<StoreCaller.Item<Effect.SendRelease>> releases = new ArrayList<>();

		private final List<StoreCaller.Item<Effect.SendObserve>> observes = new ArrayList<>();

		private boolean waiting;

		/** Whether a flush must be asked for. */
		boolean add(Participant participant, Effect.Send send) {
			if (send instanceof Effect.SendAcquire acquire) {
				this.acquires.add(new StoreCaller.Item<>(participant, acquire));
			}
			else if (send instanceof Effect.SendRenew renew) {
				this.renews.add(new StoreCaller.Item<>(participant, renew));
			}
			else if (send instanceof Effect.SendRelease release) {
				this.releases.add(new StoreCaller.Item<>(participant, release));
			}
			else if (send instanceof Effect.SendObserve observe) {
				this.observes.add(new StoreCaller.Item<>(participant, observe));
			}
			boolean ask = !this.waiting;
			this.waiting = true;
			return ask;
		}

		void flush(ElectionLoop loop) {
			this.waiting = false;
			flush(this.renews, loop.renews);
			flush(this.releases, loop.releases);
			flush(this.acquires, loop.acquires);
			flush(this.observes, loop.observes);
		}

		private static <S extends Effect.Send> void flush(List<StoreCaller.Item<S>> items,
				StoreCaller<S, ?, ?> caller) {
			if (!items.isEmpty()) {
				caller.call(List.copyOf(items));
				items.clear();
			}
		}

	}

}
