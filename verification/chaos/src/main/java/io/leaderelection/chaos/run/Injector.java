/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.chaos.fault.Fault;
import io.leaderelection.chaos.fault.Strike;
import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.instance.Waiting;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.history.HistoryWriter;

/**
 * Injects faults one after another, each on a thread of its own, so that some overlap.
 */
final class Injector implements AutoCloseable {

	/** More than half, because some faults that aim at the leader come too late. */
	private static final double LEADER_SHARE = 0.65;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Instances instances;

	private final ChaosStore store;

	private final Schedule schedule;

	private final Duration every;

	private final Random random;

	private final Waiting waiting;

	private final FaultLog log;

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final AtomicBoolean storeHit = new AtomicBoolean();

	private final AtomicInteger underWay = new AtomicInteger();

	private final FailedFaults failures = new FailedFaults();

	Injector(Instances instances, ChaosStore store, List<Fault> faults, Duration every, HistoryWriter history,
			Random random, Waiting waiting) {
		this.instances = instances;
		this.store = store;
		this.schedule = new Schedule(faults, random);
		this.every = every;
		this.random = random;
		this.waiting = waiting;
		this.log = new FaultLog(history);
	}

	/**
	 * Injects faults.
	 * @param end stamp after which no fault starts
	 * @throws InterruptedException if the run is interrupted
	 */
	void run(long end) throws InterruptedException {
		while (System.nanoTime() - end < 0) {
			long next = System.nanoTime() + spacing().toNanos();
			this.failures.check();
			revive();
			inject(this.schedule.next(), end);
			this.waiting.pass(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
		}
	}

	/** The configured interval or up to 5/3 of it, longer where leases are long. */
	private Duration spacing() {
		double unit = Math.max(1, this.store.lease().toMillis() / 8000.0);
		return Duration.ofMillis((long) (this.every.toMillis() * (1 + this.random.nextDouble() * 2 / 3) * unit));
	}

	/** Restarts an instance that ended by itself, and reports it as a failure. */
	private void revive() {
		for (Instance instance : this.instances.all()) {
			if (instance.reserve()) {
				if (instance.isAlive()) {
					instance.free();
				}
				else {
					this.failures.add(instance.processName() + " ended by itself");
					this.underWay.incrementAndGet();
					this.executor.execute(() -> restart(instance));
				}
			}
		}
	}

	private void restart(Instance instance) {
		try {
			instance.start();
			instance.awaitReady();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			this.failures.stop(ex);
		}
		finally {
			instance.free();
			this.underWay.decrementAndGet();
		}
	}

	private void inject(Fault fault, long end) throws InterruptedException {
		awaitTurn(fault);
		Optional<Instance> victim = Optional.empty();
		if (fault.target() == Fault.Target.INSTANCE) {
			victim = take(fault, end);
			if (victim.isEmpty()) {
				System.out.println("Left out: no leader was free for " + fault.name());
				return;
			}
		}
		else {
			this.storeHit.set(true);
		}
		Strike strike = new Strike(victim, this.instances.all(), this.store, new Random(this.random.nextLong()),
				this.waiting);
		this.underWay.incrementAndGet();
		this.executor.execute(() -> {
			try {
				carryOut(fault, strike);
				fault.sequel().ifPresent((sequel) -> carryOutLater(sequel, strike));
			}
			finally {
				strike.victim().ifPresentOrElse(Instance::free, () -> this.storeHit.set(false));
				this.underWay.decrementAndGet();
			}
		});
	}

	/** The larger half of the instances, which is the most that may be hit at a time. */
	private int mostHit() {
		return (this.instances.all().size() + 1) / 2;
	}

	private void awaitTurn(Fault fault) throws InterruptedException {
		boolean mine = this.waiting.until(PATIENCE,
				() -> !this.storeHit.get() && ((fault.is(Fault.Trait.ALONE)) ? this.underWay.get() == 0
						: this.instances.all().stream().filter(Instance::isReserved).count() < mostHit()));
		if (!mine) {
			throw new IllegalStateException("No target was free for " + fault.name() + " within " + PATIENCE);
		}
	}

	/**
	 * Returns the leader if a leader is due and known within two leases, otherwise any
	 * instance, or empty if the fault has no effect on another one.
	 */
	private Optional<Instance> take(Fault fault, long end) throws InterruptedException {
		if (fault.is(Fault.Trait.WANTS_LEADER) || this.log.leaderShare() < LEADER_SHARE) {
			this.waiting.until(this.store.lease().multipliedBy(2).plusSeconds(2),
					() -> this.instances.leader().filter((leader) -> !leader.isReserved()).isPresent()
							|| System.nanoTime() - end > 0);
			Optional<Instance> leader = this.instances.leader();
			if (leader.isPresent() && leader.get().reserve()) {
				return leader;
			}
			if (fault.is(Fault.Trait.WANTS_LEADER)) {
				return Optional.empty();
			}
		}
		while (true) {
			Instance any = this.instances.all().get(this.random.nextInt(this.instances.all().size()));
			if (any.reserve()) {
				return Optional.of(any);
			}
			this.waiting.pass(Duration.ofMillis(10));
		}
	}

	private void carryOut(Fault fault, Strike strike) {
		boolean leader = strike.victim().flatMap(Instance::leadingToken).isPresent();
		FaultLog.Entry entry = this.log.begin(fault, strike, leader);
		try {
			Duration duration = fault.beginning().begin(strike);
			entry.begun();
			this.waiting.pass(duration);
		}
		catch (InterruptedException ex) {
			entry.begun();
		}
		catch (IOException | RuntimeException ex) {
			entry.failed();
			this.failures.add(fault.name() + " on " + entry.target() + ": " + ex);
		}
		finally {
			end(fault, strike, entry);
		}
	}

	private void carryOutLater(Fault sequel, Strike strike) {
		try {
			this.waiting.pass(this.store.lease().multipliedBy(3));
			carryOut(sequel, strike);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void end(Fault fault, Strike strike, FaultLog.Entry entry) {
		long before = System.nanoTime();
		try {
			fault.ending().end(strike);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException | RuntimeException ex) {
			this.failures.stop(ex);
		}
		finally {
			entry.ended(before);
		}
	}

	/**
	 * Waits until all faults have ended, and all instances run.
	 * @throws InterruptedException if the run is interrupted
	 */
	void awaitCalm() throws InterruptedException {
		if (!this.waiting.until(PATIENCE, () -> this.underWay.get() == 0)) {
			throw new IllegalStateException("Faults did not end");
		}
		revive();
		if (!this.waiting.until(PATIENCE, () -> this.underWay.get() == 0)) {
			throw new IllegalStateException("Instances did not start");
		}
		this.failures.check();
	}

	/** Returns the problems apart from leadership. */
	List<String> failures() {
		return this.failures.all();
	}

	@Override
	public void close() throws InterruptedException {
		this.executor.shutdownNow();
		if (!this.executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			System.out.println("Some faults did not end");
		}
	}

}
