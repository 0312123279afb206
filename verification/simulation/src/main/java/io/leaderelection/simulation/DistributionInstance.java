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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.TransitionCause;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.Moment;

/**
 * A process that takes part in all elections.
 */
final class DistributionInstance extends SimulatedProcess<DistributionSimulation> {

	private static final long HEARTBEAT = Duration.ofMillis(500).toNanos();

	final List<DistributionSeat> seats = new ArrayList<>();

	final int maxLed;

	private final Distribution distribution;

	/** The receivers of answers and notifications, by record. */
	final Map<ElectionKey, Consumer<Input>> receivers = new HashMap<>();

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

	DistributionInstance(DistributionSimulation simulation, int index, SimulatedClocks clocks) {
		super(simulation, "i", index, clocks);
		DistributionScenario scenario = simulation.scenario;
		this.maxLed = (index == 0) ? scenario.maxLed : BidLimits.UNLIMITED;
		this.distribution = simulation.seams.distribution(this::name, this.maxLed, scenario.spreadDelay);
		Entropy entropy = new Schedule.Chance(this.random.split());
		for (int i = 0; i < scenario.names.size(); i++) {
			this.seats.add(new DistributionSeat(this, i, entropy, this.random.split()));
		}
		simulation.checks.known.put(name(), this);
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
		runBacklog(this.simulation.checks::oneLeader);
	}

	/** Runs an action after a delay by the process's own clock, when the process runs. */
	void later(long delay, Runnable action) {
		this.simulation.after(this.clocks.trueTime(delay), () -> whenRunning(action));
	}

	/** Wakes an election or a bid at the time that it named last. */
	final class Alarm {

		private int set;

		void set(long in, Runnable action) {
			int expected = ++this.set;
			if (in != ElectionProtocol.NEVER) {
				later(in + 20_000, () -> {
					if (expected == this.set) {
						action.run();
					}
				});
			}
		}

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
		whenRunning(() -> deliver(key, new Input.Notified()));
	}

	long leftOf(ElectionKey key, ModelStore.ModelRecord record) {
		Sight sight = this.sights.get(key);
		if (sight == null || sight.token != record.token() || sight.expiresAt != record.expiresAt()) {
			sight = new Sight(record.token(), record.expiresAt(), this.simulation.now());
			this.sights.put(key, sight);
		}
		return record.lease() - (this.simulation.now() - sight.since);
	}

	/** Sends a command. Its answer may come in time, too late, or never. */
	void send(Effect.Send<?> send) {
		AtomicBoolean answered = new AtomicBoolean();
		this.simulation.request(this, send.command(), (outcome) -> whenRunning(() -> {
			answered.set(true);
			deliver(send.command().key(), new Input.Answer(send, outcome));
		}));
		later(send.timeout(), () -> {
			if (!answered.get()) {
				deliver(send.command().key(), new Input.Answer(send, SimulatedNetwork.TIMED_OUT));
			}
		});
	}

	private void deliver(ElectionKey key, Input input) {
		Objects.requireNonNull(this.receivers.get(key)).accept(input);
	}

}
