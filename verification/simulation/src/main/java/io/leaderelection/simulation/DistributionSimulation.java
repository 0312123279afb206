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
import java.util.function.Consumer;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: several instances of all elections, one store, and true time.
 */
final class DistributionSimulation extends Schedule {

	final DistributionScenario scenario;

	final SimulationSeams seams;

	final DistributionChecks checks;

	final List<DistributionInstance> instances = new ArrayList<>();

	private final Map<ElectionKey, ModelStore> stores = new HashMap<>();

	DistributionSimulation(long seed, SimulationSeams seams, @Nullable Consumer<String> trace,
			Function<SplittableRandom, DistributionScenario> scenario) {
		super(seed, 2_000_000, trace);
		this.scenario = scenario.apply(this.random.split());
		this.seams = seams;
		this.checks = new DistributionChecks(this);
		trace("seed %d: %s", seed, this.scenario);
	}

	DistributionResult run() {
		// Often the first instance leads all elections before the others start
		start(1000, 2 * this.scenario.lease);
		disturb();
		after(this.scenario.chaos, this::heal);
		runToTheEnd(this.checks::oneLeader);
		return this.checks.result();
	}

	/**
	 * Restarts one instance after the other, each when the elections are even again.
	 * Nothing else happens.
	 */
	void rollingRestart() {
		this.healed = true;
		start(this.scenario.lease, this.scenario.lease);
		long evened = 15 * this.scenario.lease;
		long at = 2 * evened;
		after(at - 1, this.checks::restart);
		for (DistributionInstance stopped : List.copyOf(this.instances)) {
			after(at, stopped::stop);
			at += this.scenario.lease + this.random.nextLong(this.scenario.lease);
			after(at, () -> replace(stopped));
			at += evened;
		}
		after(at, this::finish);
		runToTheEnd(() -> {
			// Without faults, and for so many elections it would take most of the time
		});
		this.checks.restarted();
	}

	private void start(long first, long others) {
		for (int i = 0; i < this.scenario.instances; i++) {
			int index = i;
			this.instances.add(create(i));
			after(1 + this.random.nextLong((i == 0) ? first : others), () -> this.instances.get(index).start());
		}
	}

	private DistributionInstance create(int index) {
		double rate = 1 + (this.random.nextDouble() - 0.5) * 0.02;
		SimulatedClocks clocks = new SimulatedClocks(now(), this.random.nextLong(), rate, EPOCH, rate);
		return new DistributionInstance(this, index, clocks);
	}

	// Faults

	private void disturb() {
		after((long) (-Math.log(1 - this.random.nextDouble()) * 0.8 * this.scenario.lease), () -> {
			if (!this.healed) {
				inject(this.instances.get(this.random.nextInt(this.instances.size())));
				disturb();
			}
		});
	}

	private long span() {
		return this.random.nextLong(2 * this.scenario.lease);
	}

	private void inject(DistributionInstance target) {
		if (target.dead || target.paused) {
			return;
		}
		target.disturbedAt = now();
		int kind = this.random.nextInt(6);
		trace("*** fault %d on %s", kind, target.name());
		switch (kind) {
			case 0, 1 -> crash(target);
			case 2 -> during(1, () -> target.paused = true, target::resume);
			case 3 -> during(1, () -> target.partitioned = true, () -> target.partitioned = false);
			case 4 -> during(1, () -> target.withhold(true), () -> target.withhold(false));
			// Its bids are renewed, but it cannot acquire elections
			default -> during(2, () -> target.blocked = true, () -> target.blocked = false);
		}
	}

	private void during(int spans, Runnable begins, Runnable ends) {
		begins.run();
		after(spans * span(), ends);
	}

	/** Lets a bidder die between the release and its own attempt. */
	void bidderMayDie(DistributionInstance bidder) {
		if (!this.healed && !bidder.dead && this.random.nextInt(8) == 0) {
			crash(bidder);
		}
	}

	void crash(DistributionInstance target) {
		trace("*** dies: " + target.name());
		target.die();
		after(span(), () -> replace(target));
	}

	private void replace(DistributionInstance dead) {
		if (this.instances.get(dead.index) == dead) {
			DistributionInstance newcomer = create(dead.index);
			this.instances.set(dead.index, newcomer);
			newcomer.start();
		}
	}

	private void heal() {
		trace("*** everything heals");
		this.healed = true;
		for (DistributionInstance instance : List.copyOf(this.instances)) {
			if (instance.dead) {
				replace(instance);
				continue;
			}
			instance.partitioned = false;
			instance.blocked = false;
			instance.resume();
			instance.withhold(false);
		}
		this.checks.healed();
	}

	// The store

	void request(DistributionInstance from, Command command, Consumer<Outcome> answered) {
		boolean isBlocked = from.blocked && command instanceof Acquire && !isBid(command.key());
		if (from.partitioned || isBlocked || chance(this.scenario.losses)) {
			return;
		}
		after(latency(), () -> {
			if (from.dead) {
				return;
			}
			Outcome outcome = apply(from, command);
			if (!from.partitioned && !chance(this.scenario.losses)) {
				long late = chance(this.scenario.lateness) ? this.random.nextLong(this.scenario.lease) : 0;
				after(latency() + late, () -> answered.accept(outcome));
			}
		});
	}

	static ElectionKey key(String election) {
		return new ElectionKey("simulation", election);
	}

	private static boolean isBid(ElectionKey key) {
		return key.election().endsWith("/bid");
	}

	private long latency() {
		return this.scenario.latency / 2 + this.random.nextLong(this.scenario.latency);
	}

	private boolean chance(double probability) {
		return !this.healed && this.random.nextDouble() < probability;
	}

	private Outcome apply(DistributionInstance from, Command command) {
		stepped();
		ModelStore store = this.stores.computeIfAbsent(command.key(),
				(absent) -> new ModelStore(false, this.scenario.lease));
		long at = EPOCH + now();
		Outcome outcome = (command instanceof Observe) ? observe(from, command.key(), store, at)
				: store.carryOut(command, at);
		if (command instanceof Acquire && outcome instanceof Outcome.Granted) {
			this.checks.storeGranted(command.key());
		}
		else if (outcome instanceof Outcome.Released) {
			notifyCandidates(command.key());
		}
		trace("store %s %s -> %s", from.name(), command, outcome);
		return outcome;
	}

	/**
	 * Observes a record. In a store without a clock it is live for a lease from each
	 * first observation.
	 */
	private Outcome observe(DistributionInstance from, ElectionKey key, ModelStore store, long at) {
		Outcome outcome = store.observe(at);
		ModelStore.ModelRecord record = store.record();
		if (!this.scenario.countsFromFirstLook || !isBid(key) || record == null || record.released()) {
			return outcome;
		}
		long left = from.leftOf(key, record);
		return new Outcome.Leased(record.candidate(), record.since(), record.token(),
				Duration.ofNanos(Math.max(0, left)), Duration.ZERO, record.metadata());
	}

	private void notifyCandidates(ElectionKey key) {
		if (this.scenario.traits.push() && !isBid(key)) {
			this.instances.stream()
				.filter((instance) -> !instance.partitioned)
				.forEach((instance) -> after(latency(), () -> instance.notified(key)));
		}
	}

}
