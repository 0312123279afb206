/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.SplittableRandom;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Outcome;

/**
 * The network between candidates and store, which delays, loses and repeats messages.
 */
final class SimulatedNetwork {

	static final Outcome.Unknown TIMED_OUT = new Outcome.Unknown(new Quiet("no answer in time"));

	static final Outcome.Unknown NOT_SENT = new Outcome.Unknown(new Quiet("not sent"));

	private static final Outcome.Unknown ERROR = new Outcome.Unknown(new Quiet("store error"));

	private final Simulation simulation;

	private final Scenario scenario;

	private final SplittableRandom random;

	private boolean storeAway;

	/**
	 * The number of the current epoch: messages in flight are dropped when the network
	 * heals.
	 */
	private int epoch;

	private boolean healed;

	SimulatedNetwork(Simulation simulation, SplittableRandom random) {
		this.simulation = simulation;
		this.scenario = simulation.scenario;
		this.random = random;
	}

	void heal() {
		this.healed = true;
		this.storeAway = false;
		this.epoch++;
	}

	void storeAway(boolean away) {
		this.storeAway = away;
	}

	long wayOfWrite() {
		return chance(this.scenario.lateness) ? this.random.nextLong(2 * this.scenario.lease) : latency();
	}

	void request(SimulatedCandidate from, Flight flight) {
		if (chance(this.scenario.repeats)) {
			this.simulation.count(Fault.REPEATED_REQUEST);
			long delay = this.random.nextBoolean() ? latency() : this.random.nextLong(3 * this.scenario.lease);
			arrives(from, flight, delay);
		}
		if (from.partitioned) {
			return;
		}
		if (chance(this.scenario.lossOfRequests)) {
			this.simulation.count(Fault.LOST_REQUEST);
			return;
		}
		long delay = latency();
		if (chance(this.scenario.lateness)) {
			this.simulation.count(Fault.LATE_REQUEST);
			delay += late();
		}
		arrives(from, flight, delay);
	}

	private void arrives(SimulatedCandidate from, Flight flight, long delay) {
		int sentIn = this.epoch;
		this.simulation.after(delay, () -> {
			if (this.storeAway || sentIn != this.epoch || from.sessionEnded || isAbandoned(from, flight)) {
				return;
			}
			Outcome outcome = ERROR;
			if (chance(this.scenario.storeErrors)) {
				this.simulation.count(Fault.STORE_ERROR);
			}
			else {
				outcome = this.simulation.server.apply(from, flight);
			}
			answer(from, flight, outcome);
		});
	}

	/**
	 * Returns whether a command is dropped, because its client has nothing left to do and
	 * closes its connection.
	 */
	private boolean isAbandoned(SimulatedCandidate from, Flight flight) {
		boolean done = from.leaving || (from.standing.state() == ElectionState.STOPPED && from.settled());
		return done && (flight.answered
				|| this.simulation.now() - flight.sentAt > this.scenario.lease / this.scenario.rateRatio());
	}

	private void answer(SimulatedCandidate to, Flight flight, Outcome outcome) {
		if (to.dead || to.partitioned) {
			return;
		}
		if (chance(this.scenario.lossOfAnswers)) {
			this.simulation.count(Fault.LOST_ANSWER);
			return;
		}
		long delay = latency();
		if (chance(this.scenario.lateness)) {
			this.simulation.count(Fault.LATE_ANSWER);
			delay += late();
		}
		if (to.slow) {
			delay += (long) (1.3 * this.scenario.operationTimeout) + this.random.nextLong(this.scenario.lease / 2);
		}
		this.simulation.after(delay, () -> to.calls.answered(flight, outcome));
	}

	void sendNotification(SimulatedCandidate to) {
		if (!to.watchLive || to.partitioned || to.dead) {
			return;
		}
		int times = 1;
		long delay = latency();
		if (chance(0.2)) {
			this.simulation.count(Fault.NOTIFICATION_DISORDER);
			times = this.random.nextInt(3);
			delay += this.random.nextLong(this.scenario.lease);
		}
		for (int i = 0; i < times; i++) {
			this.simulation.after(delay, () -> this.simulation.deliverNotification(to));
		}
	}

	private long late() {
		return this.random.nextBoolean() ? this.random.nextLong(2 * this.scenario.operationTimeout)
				: this.random.nextLong(3 * this.scenario.lease / 2);
	}

	private long latency() {
		return this.scenario.latency / 2 + this.random.nextLong(this.scenario.latency);
	}

	private boolean chance(double probability) {
		return !this.healed && probability > 0 && this.random.nextDouble() < probability;
	}

	/** An exception without a stack trace, so that it is cheap and reproducible. */
	private static final class Quiet extends RuntimeException {

		private static final long serialVersionUID = 1L;

		Quiet(String message) {
			super(message, null, false, false);
		}

	}

}
