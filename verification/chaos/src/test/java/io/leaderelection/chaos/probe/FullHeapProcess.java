/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Revocation;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;

/**
 * A process that leads all of its elections until its main thread fills the heap, for two
 * seconds or longer, until each term has expired. Two leases later it prints how many
 * elections it leads again, and how many have reported the loss and interrupted the work.
 */
final class FullHeapProcess {

	static final int ELECTIONS = 20;

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration FULL = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration STEP = Duration.ofMillis(10);

	private final List<Watched> elections = new ArrayList<>();

	private FullHeapProcess() {
	}

	public static void main(String[] args) {
		new FullHeapProcess().run();
		// Not exit(), because the engine may be unable to close
		Runtime.getRuntime().halt(0);
	}

	private void run() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		ElectionEngine engine = ElectionEngineBuilder.of(memory.open(), memory.traits())
			.namespace("full-heap")
			.timing(ElectionTiming.builder().lease(LEASE).build())
			.build();
		for (int i = 0; i < ELECTIONS; i++) {
			this.elections.add(new Watched(engine.join("election-" + i).election()));
		}
		engine.start();
		this.elections.forEach(Watched::start);
		boolean began = await(PATIENCE, () -> count(Watched::works) == ELECTIONS);
		Watched[] all = this.elections.toArray(Watched[]::new);
		long[] begin = new long[1];
		FullHeap.until(() -> {
			begin[0] = (begin[0] != 0) ? begin[0] : System.nanoTime();
			return System.nanoTime() - begin[0] > FULL.toNanos() && noneLeads(all);
		});
		await(LEASE.multipliedBy(2), () -> count(Watched::leads) == ELECTIONS);
		int leading = count(Watched::leads);
		await(LEASE.multipliedBy(2),
				() -> count(Watched::isNotified) == ELECTIONS && count(Watched::isInterrupted) == ELECTIONS);
		System.out.printf("began %s, leading %d, lost %d, notified %d, interrupted %d%n", began, leading,
				count((election) -> election.lost), count(Watched::isNotified), count(Watched::isInterrupted));
		this.elections.forEach((election) -> System.err.println(election.election.status()));
	}

	/** Whether none leads. Must not allocate. */
	private static boolean noneLeads(Watched[] all) {
		boolean none = true;
		for (Watched watched : all) {
			boolean leads = watched.leads();
			watched.lost |= !leads;
			none &= !leads;
		}
		return none;
	}

	private int count(Predicate<Watched> condition) {
		return (int) this.elections.stream().filter(condition).count();
	}

	/** Waits in running time of this process, so that a busy machine does not count. */
	private static boolean await(Duration patience, BooleanSupplier condition) {
		long left = patience.toNanos();
		long last = System.nanoTime();
		while (!condition.getAsBoolean() && left > 0) {
			LockSupport.parkNanos(STEP.toNanos());
			long now = System.nanoTime();
			left -= Math.min(now - last, 2 * STEP.toNanos());
			last = now;
		}
		return condition.getAsBoolean();
	}

	/**
	 * An election, with counts of its events and its guarded work.
	 */
	private static final class Watched implements LeadershipListener {

		private final LeaderElection election;

		private final Thread thread = new Thread(this::work);

		private volatile boolean lost;

		private volatile int granted;

		private volatile int revoked;

		private volatile int begun;

		private volatile int interrupted;

		Watched(LeaderElection election) {
			this.election = election;
			election.addListener(this);
		}

		void start() {
			this.thread.setDaemon(true);
			this.thread.start();
		}

		boolean leads() {
			return this.election.isLeader();
		}

		boolean works() {
			return leads() && this.granted == 1 && this.begun == 1;
		}

		/** Whether the listener has been notified of each loss and of the new term. */
		boolean isNotified() {
			return this.revoked > 0 && this.granted == this.revoked + 1;
		}

		boolean isInterrupted() {
			return this.interrupted > 0 && this.begun == this.interrupted + 1;
		}

		@Override
		public void granted(Leadership leadership) {
			this.granted++;
		}

		@Override
		public void revoked(Revocation revocation) {
			this.revoked++;
		}

		/** Enters guarded calls, each of which lasts until it is interrupted. */
		private void work() {
			while (true) {
				try (GuardedCall call = this.election.tryEnter(OnLoss.INTERRUPT)) {
					if (call != null) {
						this.begun++;
						while (!Thread.currentThread().isInterrupted()) {
							LockSupport.park();
						}
						this.interrupted++;
					}
				}
				catch (OutOfMemoryError ex) {
					// The next attempt follows shortly
				}
				Thread.interrupted();
				LockSupport.parkNanos(STEP.toNanos());
			}
		}

	}

}
