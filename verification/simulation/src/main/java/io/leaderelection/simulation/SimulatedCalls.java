/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.List;

import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;

/**
 * The calls of one candidate to the store, with their timeouts and the conclusions from
 * their answers.
 */
final class SimulatedCalls extends CandidatePart {

	private long disturbedAt = -1;

	private long disconnectedAt = Long.MIN_VALUE;

	/**
	 * Since when the store is known to have no record: -1 before the first answer, the
	 * largest number while it has one.
	 */
	private long absentSince = -1;

	SimulatedCalls(SimulatedCandidate candidate) {
		super(candidate, candidate.random);
	}

	void clocksDisturbed() {
		this.disturbedAt = this.simulation.now();
	}

	void disconnected() {
		if (this.candidate.standing.fencingToken() != 0) {
			// Commands sent before prove nothing any more
			this.disconnectedAt = this.simulation.now();
		}
	}

	void send(Effect.Send<?> send, long now) {
		long call = this.simulation.calls.invoked(now, List.of(send.command()));
		Flight flight = new Flight(send, now, this.candidate.clocks.at(now), this.absentSince, call);
		this.simulation.network.request(this.candidate, flight);
		awaitTimeout(flight);
	}

	private void awaitTimeout(Flight flight) {
		SimulatedClocks clocks = this.candidate.clocks;
		long due = flight.sent.ticker() + flight.send.timeout();
		later(clocks.trueTime(due - clocks.ticker(this.simulation.now())) + 1, () -> {
			if (flight.answered) {
				return;
			}
			if (clocks.ticker(this.simulation.now()) - due < 0) {
				awaitTimeout(flight);
				return;
			}
			flight.timedOut = true;
			this.candidate.step(new Input.Answer(flight.send, SimulatedNetwork.TIMED_OUT));
		});
	}

	/** Processes the real answer, in time or not. */
	void answered(Flight flight, Outcome outcome) {
		this.candidate.whenRunning(() -> {
			if (flight.answered) {
				return;
			}
			flight.answered = true;
			this.simulation.calls.returned(this.simulation.now(), flight.call, List.of(outcome));
			note(flight, outcome);
			this.candidate.step(new Input.Answer(flight.send, outcome));
			if (outcome instanceof Outcome.Granted granted
					&& granted.token() != this.candidate.standing.fencingToken()) {
				this.candidate.history.withdraw();
			}
		});
	}

	private void note(Flight flight, Outcome outcome) {
		if (outcome instanceof Outcome.Free free && free.token() == LeaseStore.ABSENT) {
			this.absentSince = Math.min(this.absentSince, this.simulation.now());
		}
		else if (!flight.timedOut && (outcome instanceof Outcome.Leased || outcome instanceof Outcome.Free
				|| outcome instanceof Outcome.Granted)) {
			this.absentSince = Long.MAX_VALUE;
		}
		if (outcome instanceof Outcome.Granted granted) {
			proves(flight, granted);
		}
		else if (outcome instanceof Outcome.Lost && flight.send.command() instanceof Renew renew) {
			this.candidate.history.lostToken = renew.token();
		}
	}

	private void proves(Flight flight, Outcome.Granted granted) {
		TermHistory history = this.candidate.history;
		boolean acquired = flight.send.command() instanceof Acquire;
		long lease = Math.min(granted.duration().toNanos(), this.scenario.lease);
		if (acquired && granted.token() != history.events.openToken()) {
			history.clocksDisturbed = this.disturbedAt >= flight.sentAt;
		}
		boolean timely = !flight.timedOut && (acquired
				|| (granted.token() == this.candidate.standing.fencingToken() && flight.sentAt >= this.disconnectedAt));
		history.answered(granted.token(), flight.sent, lease, timely, this.simulation.now());
	}

}
