/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;

/**
 * A process that takes part in all elections.
 */
final class DistributionInstance extends SimulatedProcess {

	private static final long HEARTBEAT = Duration.ofMillis(500).toNanos();

	final DistributionSimulation simulation;

	final int index;

	final List<DistributionSeat> seats = new ArrayList<>();

	final int maxLed;

	private final SplittableRandom random;

	private final Distribution distribution;

	private final Map<ElectionKey, Sight> sights = new HashMap<>();

	long diedAt = Long.MAX_VALUE;

	private boolean withheld;

	/** The time of its last fault. */
	long disturbedAt = -1;

	/** Whether its attempts at elections do not reach the store. */
	boolean blocked;

	/** A record as observed in a store without a clock. */
	private record Sight(long token, long expiresAt, long since) {
	}

	DistributionInstance(DistributionSimulation simulation, int index, int incarnation, SimulatedClocks clocks,
			SplittableRandom random) {
		super("i" + index + "-" + incarnation, clocks);
		this.simulation = simulation;
		this.index = index;
		this.random = random;
		DistributionScenario scenario = simulation.scenario;
		this.maxLed = (index == 0) ? scenario.maxLed : Distribution.UNLIMITED;
		this.distribution = simulation.seams.distribution(this::name, this.maxLed, scenario.spreadDelay);
		Entropy entropy = Simulation.chance(random.split());
		for (int i = 0; i < scenario.elections; i++) {
			ElectionKey key = new ElectionKey("simulation", scenario.names.get(i));
			Preference preference = new Preference(priority(i), scenario.spread, scenario.preemptAfter);
			this.seats.add(new DistributionSeat(this, key, preference, entropy, random.split()));
		}
		simulation.checks.known(this);
	}

	/** Returns the priority for an election, which a restarted process keeps. */
	int priority(int election) {
		return this.simulation.scenario.priorities ? Math.floorMod(31 * this.index + 17 * election, 3) : 0;
	}

	Moment moment() {
		return this.clocks.at(this.simulation.now());
	}

	void start() {
		this.seats.forEach(DistributionSeat::start);
		look();
	}

	void stop() {
		this.seats.forEach(DistributionSeat::stop);
		later(this.simulation.scenario.lease, this::die);
	}

	void die() {
		this.dead = true;
		this.diedAt = this.simulation.now();
		this.disturbedAt = this.diedAt;
	}

	void resume() {
		this.paused = false;
		Runnable action = this.backlog.poll();
		while (action != null && runs()) {
			action.run();
			action = this.backlog.poll();
		}
	}

	/** Runs an action after a delay by the process's own clock, when the process runs. */
	void later(long delay, Runnable action) {
		this.simulation.after(this.clocks.trueTime(delay), () -> whenRunning(action));
	}

	private void look() {
		this.distribution.look(this.seats, moment());
		this.seats.forEach(DistributionSeat::sendBid);
		later(HEARTBEAT - this.random.nextLong(HEARTBEAT / 10), this::look);
	}

	boolean isDisturbed() {
		return !runs() || this.partitioned || this.blocked || this.withheld;
	}

	void withhold(boolean withhold) {
		this.withheld = withhold;
		whenRunning(() -> this.seats.forEach((seat) -> seat.step(withhold ? new Input.Pause(TransitionCause.INELIGIBLE)
				: new Input.Resume(TransitionCause.INELIGIBLE))));
	}

	void notified(ElectionKey key) {
		whenRunning(() -> this.seats.stream()
			.filter((seat) -> seat.key.equals(key))
			.forEach((seat) -> seat.step(new Input.Notified())));
	}

	long leftOf(ElectionKey key, ModelStore.ModelRecord record) {
		Sight sight = this.sights.get(key);
		if (sight == null || sight.token != record.token() || sight.expiresAt != record.expiresAt()) {
			sight = new Sight(record.token(), record.expiresAt(), this.simulation.now());
			this.sights.put(key, sight);
		}
		return record.lease() - (this.simulation.now() - sight.since);
	}

	void send(Effect.Send<?> send) {
		long now = this.simulation.now();
		Flight flight = new Flight(send, now, -1, this.clocks.ticker(now), this.clocks.wall(now));
		this.simulation.request(this, flight);
		later(send.timeout(), () -> {
			if (!flight.answered) {
				flight.answered = true;
				deliver(send, SimulatedNetwork.TIMED_OUT);
			}
		});
	}

	/** Processes an answer, in time or too late. */
	void answered(Flight flight, Outcome outcome) {
		whenRunning(() -> {
			flight.answered = true;
			deliver(flight.send, outcome);
		});
	}

	private void deliver(Effect.Send<?> send, Outcome outcome) {
		Input answer = new Input.Answer(send, outcome);
		for (DistributionSeat seat : this.seats) {
			if (seat.key.equals(send.command().key())) {
				seat.step(answer);
			}
			else if (seat.key.bid().equals(send.command().key())) {
				seat.stepBid(answer);
			}
		}
	}

}
