/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Outcome;

/**
 * The network between candidates and store, which delays, loses and repeats messages.
 */
record SimulatedNetwork(Simulation simulation, Scenario scenario, SplittableRandom random) {

	static final Outcome.Unknown TIMED_OUT = new Outcome.Unknown(new TimeoutException("no answer in time"));

	static final Outcome.Unknown NOT_SENT = new Outcome.Unknown(new IllegalStateException("not sent"));

	private static final Outcome.Unknown ERROR = new Outcome.Unknown(new IllegalStateException("store error"));

	long wayOfWrite() {
		return chance(this.scenario.lateness) ? this.random.nextLong(2 * this.scenario.lease) : latency();
	}

	void request(SimulatedCandidate from, Flight flight) {
		if (happens(this.scenario.repeats, Fault.REPEATED_REQUEST)) {
			// Whichever of the two is answered, the other has no outcome
			this.simulation.calls.invoked(flight.sentAt, List.of(flight.send.command()));
			arrives(from, flight,
					this.random.nextBoolean() ? latency() : this.random.nextLong(3 * this.scenario.lease));
		}
		if (!from.partitioned && !happens(this.scenario.lossOfRequests, Fault.LOST_REQUEST)) {
			arrives(from, flight, latency() + (happens(this.scenario.lateness, Fault.LATE_REQUEST) ? late() : 0));
		}
	}

	private void arrives(SimulatedCandidate from, Flight flight, long delay) {
		boolean healed = this.simulation.healed;
		this.simulation.after(delay, () -> {
			// Messages in flight are dropped when everything heals
			if (this.simulation.server.away || healed != this.simulation.healed || from.sessionEnded
					|| isAbandoned(from, flight)) {
				return;
			}
			answer(from, flight, happens(this.scenario.storeErrors, Fault.STORE_ERROR) ? ERROR
					: this.simulation.server.apply(from, flight));
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
		if (to.dead || to.partitioned || happens(this.scenario.lossOfAnswers, Fault.LOST_ANSWER)) {
			return;
		}
		long delay = latency() + (happens(this.scenario.lateness, Fault.LATE_ANSWER) ? late() : 0);
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
		if (happens(0.2, Fault.NOTIFICATION_DISORDER)) {
			times = this.random.nextInt(3);
			delay += this.random.nextLong(this.scenario.lease);
		}
		for (int i = 0; i < times; i++) {
			this.simulation.after(delay, to::notified);
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
		return !this.simulation.healed && probability > 0 && this.random.nextDouble() < probability;
	}

	private boolean happens(double probability, Fault fault) {
		boolean happens = chance(probability);
		if (happens) {
			this.simulation.faults.add(fault);
		}
		return happens;
	}

}
