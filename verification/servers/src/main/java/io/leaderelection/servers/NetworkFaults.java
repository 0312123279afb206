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

/**
 * The faults that a proxy applies to data. Thread-safe.
 */
final class NetworkFaults {

	private final Map<Direction, Flow> flows = new EnumMap<>(Direction.class);

	private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);

	private int answersToCut;

	private int answersBeforeCut;

	private boolean refusing;

	synchronized void flow(Flow flow, Direction... directions) {
		orBoth(directions).forEach((direction) -> this.flows.put(direction, flow));
		notifyAll();
	}

	synchronized void delay(Duration delay, Direction... directions) {
		orBoth(directions).forEach((direction) -> this.delays.put(direction, delay));
	}

	synchronized void cutAfter(int answers) {
		this.answersBeforeCut = answers;
		this.answersToCut = 1;
	}

	synchronized void refuse() {
		this.refusing = true;
	}

	synchronized boolean isRefusing() {
		return this.refusing;
	}

	synchronized void heal() {
		this.flows.clear();
		this.delays.clear();
		this.answersToCut = 0;
		this.refusing = false;
		notifyAll();
	}

	private static List<Direction> orBoth(Direction... directions) {
		return Arrays.asList((directions.length > 0) ? directions : Direction.values());
	}

	/**
	 * Waits while data must be held, and returns what to do with it.
	 */
	Fate fate(Direction direction) throws InterruptedException {
		Duration delay;
		synchronized (this) {
			while (this.flows.get(direction) == Flow.HOLD) {
				wait();
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
