/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

/**
 * Drives the participants of an engine on one thread: wakes each when time matters to it,
 * gathers what they want to ask the store, has it asked on a few other threads, and
 * brings the answers back. No user code and no I/O runs here.
 */
final class ElectionLoop implements AutoCloseable {

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

	private final StoreCaller<Effect.SendAcquire, Acquire, Outcome.OfAcquire> acquires;

	private final StoreCaller<Effect.SendRenew, Renew, Outcome.OfRenew> renews;

	private final StoreCaller<Effect.SendRelease, Release, Outcome.OfRelease> releases;

	private final StoreCaller<Effect.SendObserve, ElectionKey, Outcome.OfObserve> observes;

	private final FailureLog failures;

	// Made once, so that waking needs no memory

	private final Runnable onAlarm = this::alarmed;

	private final Runnable wakeDue = this::wakeDue;

	/** What each heartbeat does, each on its own. */
	private final List<Runnable> onHeartbeat = new CopyOnWriteArrayList<>();

	private boolean beating;

	/** Replaced as a whole. */
	private volatile Participant[] participants = new Participant[0];

	private volatile @Nullable Instant lastContact;

	// Touched by the loop alone

	private final Outbox outbox = new Outbox();

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
		this.acquires = caller(new StoreOperations.Acquires(store), 1);
		this.renews = caller(new StoreOperations.Renews(store), 2);
		this.releases = caller(new StoreOperations.Releases(store), 1);
		this.observes = caller(new StoreOperations.Observes(store), 1);
		this.lastLook = look();
		this.answeredAt = this.lastLook.ticker();
		this.earliestWake = this.lastLook.ticker() + FAR;
		this.onHeartbeat
			.addAll(List.of(this::wakeAll, this::flush, this.renews::begin, this.releases::begin, this.acquires::begin,
					this.observes::begin, this.events::look, this.cancellations::look, this.stages::look));
	}

	/** Adds something that each heartbeat does. It must return at once. */
	void onHeartbeat(Runnable action) {
		this.onHeartbeat.add(action);
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
		AtomicBoolean logged = new AtomicBoolean();
		return (operation, outcome, took) -> {
			Throwable thrown = ForeignCode.call((called) -> called.completed(operation, outcome, took), listener);
			if (thrown != null && logged.compareAndSet(false, true)) {
				logger.warn("Operation listener {} failed. Later failures are not logged",
						listener.getClass().getName(), thrown);
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

	/** As {@link #execute(Runnable)}, for what the next heartbeat does anyway. */
	void executeSoon(Runnable task) {
		try {
			execute(task);
		}
		catch (Throwable ex) {
			// The next heartbeat does it
		}
	}

	/** Runs a task on the loop later, which a heartbeat after that does anyway. */
	void scheduleSoon(Duration delay, Runnable task) {
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

	/** From now on the participant is woken. */
	synchronized void add(Participant participant) {
		Participant[] more = Arrays.copyOf(this.participants, this.participants.length + 1);
		more[more.length - 1] = participant;
		this.participants = more;
	}

	synchronized void remove(Participant participant) {
		this.participants = Arrays.stream(this.participants)
			.filter((kept) -> !kept.equals(participant))
			.toArray(Participant[]::new);
	}

	// On the loop from here

	/** A participant wants to be woken at this ticker reading, or earlier. */
	void wakeAt(long ticker) {
		if (ticker - this.earliestWake < 0) {
			this.earliestWake = ticker;
		}
	}

	/** Takes a command in, or throws for want of memory. */
	void send(Participant participant, Effect.Send send) {
		this.outbox.add(participant, send);
		if (!this.outbox.waiting) {
			try {
				// Behind what is in line already, so that it travels in the same batch
				execute(this::flush);
				this.outbox.waiting = true;
			}
			catch (Throwable ex) {
				// The next heartbeat sends it
			}
		}
	}

	private void flush() {
		this.outbox.flush(this);
	}

	/**
	 * A command was given up.
	 * @return whether this is no failure of one election, but of the store, and was
	 * logged as such
	 */
	boolean timedOut(Effect.Send send, Throwable cause, Moment now) {
		this.operations.completed(StoreOperations.name(send), "timeout",
				Duration.ofNanos(now.ticker() - send.sent().ticker()));
		return failed(send, cause);
	}

	/**
	 * Logs a failure of the store, once for all elections.
	 * @return whether it is one: if the store has answered another command since this one
	 * was sent, it is the failure of one election
	 */
	private boolean failed(Effect.Send send, Throwable cause) {
		boolean ofStore = this.answeredAt - send.sent().ticker() <= 0;
		if (ofStore) {
			this.failures.failed(cause, this.participants.length);
		}
		return ofStore;
	}

	private void answered(StoreCaller.Answered answered) {
		Throwable failure = answered.failure();
		if (failure == null) {
			this.answeredAt = this.time.ticker().nanos();
			this.lastContact = Instant.ofEpochMilli(this.time.wallClock().millis());
			this.failures.succeeded();
		}
		for (StoreCaller.Answer answer : answered.answers()) {
			try {
				boolean ofStore = failure != null && failed(answer.send(), failure);
				answer.participant().answered(answer.send(), answer.outcome(), ofStore);
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
		Moment now = look();
		long parted = (now.wall() - this.lastLook.wall()) * 1_000_000 - (now.ticker() - this.lastLook.ticker());
		this.lastLook = now;
		boolean jumped = Math.abs(parted) > PARTED;
		Participant[] all = this.participants;
		for (Participant participant : all) {
			try {
				if (heartbeat) {
					participant.tryAgain();
				}
				if (participant.wakeAt() - now.ticker() <= 0 || (jumped && participant.hasTerm())) {
					participant.wake(now);
				}
			}
			catch (Throwable ex) {
				logger.error("Election '{}' could not be woken. Tries again within a second", participant.name(), ex);
			}
		}
		this.earliestWake = now.ticker() + FAR;
		for (Participant participant : all) {
			wakeAt(participant.wakeAt());
		}
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

		/** Whether a flush was asked for. */
		private boolean waiting;

		void add(Participant participant, Effect.Send send) {
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
		}

		void flush(ElectionLoop loop) {
			this.waiting = false;
			flush(this.renews, loop.renews);
			flush(this.releases, loop.releases);
			flush(this.acquires, loop.acquires);
			flush(this.observes, loop.observes);
		}

		/** What cannot be handed on for want of memory stays for the next heartbeat. */
		private static <S extends Effect.Send> void flush(List<StoreCaller.Item<S>> items,
				StoreCaller<S, ?, ?> caller) {
			if (!items.isEmpty()) {
				caller.call(items);
				items.clear();
			}
		}

	}

}
