/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * Events in true time, which only the simulator knows, in nanoseconds from the start. The
 * same seed produces the same schedule, on any machine.
 */
abstract class Schedule {

	/** The wall clock at the beginning of a schedule, in 2026, in nanoseconds. */
	static final long EPOCH = 1_767_225_600_000L * 1_000_000;

	final SplittableRandom random;

	/** The number of processes so far. */
	int incarnations;

	/** Whether all faults have ended. */
	boolean healed;

	/** Inputs to candidates, commands that reached the store, and faults. */
	int events;

	private final int tooManyEvents;

	private final PriorityQueue<Event> queue = new PriorityQueue<>(64,
			Comparator.comparingLong(Event::at).thenComparingLong(Event::order));

	private final @Nullable Consumer<String> trace;

	private long now;

	private long order;

	private boolean finished;

	private record Event(long at, long order, Runnable action) {
	}

	Schedule(long seed, int tooManyEvents, @Nullable Consumer<String> trace) {
		this.random = new SplittableRandom(seed);
		this.tooManyEvents = tooManyEvents;
		this.trace = trace;
	}

	/** Runs all events until the schedule is finished, and a check after each of them. */
	final void runToTheEnd(Runnable check) {
		while (!this.queue.isEmpty() && !this.finished) {
			Event event = this.queue.poll();
			this.now = event.at;
			event.action.run();
			check.run();
		}
	}

	final void finish() {
		this.finished = true;
	}

	final long now() {
		return this.now;
	}

	final void after(long delay, Runnable action) {
		this.queue.add(new Event(this.now + Math.max(1, delay), this.order++, action));
	}

	final void stepped() {
		if (++this.events > this.tooManyEvents) {
			throw new InvariantViolation(Invariant.SOUND_PROTOCOL, "the schedule spins");
		}
	}

	@SuppressWarnings("AnnotateFormatMethod")
	final void trace(String format, Object... values) {
		if (this.trace != null) {
			this.trace.accept("%12.6f s  %s%s".formatted(this.now / 1e9, format.formatted(values), state()));
		}
	}

	/** Returns what is added to each line of the trace. */
	String state() {
		return "";
	}

	/** Repeatable randomness. */
	record Chance(SplittableRandom random) implements Entropy {

		@Override
		public Nonce nonce() {
			return new Nonce(this.random.nextLong(), this.random.nextLong());
		}

		@Override
		public double jitter() {
			return this.random.nextDouble();
		}

	}

}
