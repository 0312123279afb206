/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.servers.TcpProxy.Direction;

/**
 * The faults that a {@link TcpProxy} applies to data. Thread-safe.
 */
final class NetworkFaults {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Map<Direction, Flow> flows = new EnumMap<>(Direction.class);

	private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);

	private int answersToCut;

	private int answersBeforeCut;

	private boolean refusing;

	void flow(Flow flow, Direction... directions) {
		change(() -> orBoth(directions).forEach((direction) -> this.flows.put(direction, flow)));
	}

	void delay(Duration delay, Direction... directions) {
		change(() -> orBoth(directions).forEach((direction) -> this.delays.put(direction, delay)));
	}

	void cutAfter(int answers) {
		change(() -> {
			this.answersBeforeCut = answers;
			this.answersToCut = 1;
		});
	}

	void refuse() {
		change(() -> this.refusing = true);
	}

	boolean isRefusing() {
		this.lock.lock();
		try {
			return this.refusing;
		}
		finally {
			this.lock.unlock();
		}
	}

	void heal() {
		change(() -> {
			this.flows.clear();
			this.delays.clear();
			this.answersToCut = 0;
			this.refusing = false;
		});
	}

	private static List<Direction> orBoth(Direction... directions) {
		return Arrays.asList((directions.length > 0) ? directions : Direction.values());
	}

	private void change(Runnable change) {
		this.lock.lock();
		try {
			change.run();
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Waits while data must be held, and returns what to do with it.
	 */
	Fate fate(Direction direction) throws InterruptedException {
		Duration delay;
		this.lock.lock();
		try {
			while (this.flows.get(direction) == Flow.HOLD) {
				this.changed.await();
			}
			if (this.flows.get(direction) == Flow.LOSE) {
				return Fate.LOSE;
			}
			if (direction == Direction.TO_CLIENT && this.answersToCut > 0 && this.answersBeforeCut-- == 0) {
				this.answersToCut--;
				return Fate.CUT;
			}
			delay = this.delays.getOrDefault(direction, Duration.ZERO);
		}
		finally {
			this.lock.unlock();
		}
		if (!delay.isZero()) {
			Thread.sleep(delay.toMillis());
		}
		return Fate.PASS;
	}

	/** The flow of data until the faults are healed. */
	enum Flow {

		/** Data is held. */
		HOLD,

		/** Data is lost. */
		LOSE

	}

	/** The treatment of one chunk of data. */
	enum Fate {

		PASS, LOSE, CUT

	}

}
