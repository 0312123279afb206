/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

import io.leaderelection.chaos.fault.Fault.Target;
import io.leaderelection.chaos.fault.Fault.Trait;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.chaos.store.Failover;
import io.leaderelection.chaos.store.StoreServer;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.Direction;

/**
 * The kinds of faults. Those that need more than an action at the beginning and one at
 * the end have a class of their own.
 */
public final class Faults {

	/** From less than a lease to more than any lease. */
	private static final int[] STEP_SECONDS = { 1, 3, 60, 7200 };

	private Faults() {
	}

	/**
	 * Returns the faults that are available for a store on this machine, and prints those
	 * that this machine does not support.
	 * @param store the store
	 * @return the faults
	 */
	public static List<Fault> of(ChaosStore store) {
		List<Fault> faults = new ArrayList<>(processes());
		if (FakeTime.isAvailable()) {
			faults.add(clock("clock-forward", 1));
			faults.add(clock("clock-back", -1));
		}
		else {
			System.out.println("Skipped: stepped clocks, because libfaketime is missing (package faketime)");
		}
		if (store.hasPool()) {
			faults.add(burden("pool-exhausted", "pool"));
		}
		if (store.port().isPresent()) {
			faults.addAll(networks());
		}
		if (store.requestsStandAlone()) {
			ReplayedRequests replayed = new ReplayedRequests();
			faults.add(Fault.ofInstance("replay", 1, replayed::begin, replayed::end));
		}
		faults.addAll(stores(store));
		return List.copyOf(faults);
	}

	// Processes

	private static List<Fault> processes() {
		return List.of(end("sigkill", "KILL"), end("sigterm", "TERM"), stop("sigstop-short", 1, 0.2, 0.6),
				stop("sigstop-long", 2, 1.2, 2.5), burden("scheduler-saturated", "scheduler"),
				burden("common-pool-saturated", "common-pool"), burden("heap-pressure", "heap"), exhausted("heap-full"),
				exhausted("no-threads"),
				new Fault("step-down", Target.INSTANCE, 2, Set.of(Trait.WANTS_LEADER), (strike) -> {
					strike.instance().act(ChaosStore.ELECTION, "STEP_DOWN");
					return Duration.ZERO;
				}, Fault.BY_ITSELF),
				// "pause" alone is the name of a stopped process
				Fault.ofInstance("endpoint-pause", 1, (strike) -> {
					strike.instance().act(ChaosStore.ELECTION, "PAUSE");
					return strike.leases(0.5, 1.5);
				}, (strike) -> strike.instance().act(ChaosStore.ELECTION, "RESUME")),
				Fault.ofStore("rolling-restart", RollingRestart::begin, RollingRestart::end, Trait.ALONE));
	}

	/** Kills a process or asks it to terminate, and starts it again. */
	static Fault end(String name, String signal) {
		return Fault.ofInstance(name, 2, (strike) -> {
			strike.instance().signal(signal);
			return Duration.ZERO;
		}, (strike) -> strike.instance().restart());
	}

	private static Fault stop(String name, int weight, double least, double most) {
		return Fault.ofInstance(name, weight, (strike) -> {
			strike.instance().signal("STOP");
			return strike.leases(least, most);
		}, (strike) -> strike.instance().signal("CONT"));
	}

	/** Lets a process use up a resource from within. */
	private static Fault burden(String name, String burden) {
		return Fault.ofInstance(name, 1, (strike) -> {
			Duration duration = strike.leases(1, 2);
			strike.instance().burden(burden, duration);
			return duration;
		}, Fault.BY_ITSELF);
	}

	private static Fault exhausted(String name) {
		return new Fault(name, Target.INSTANCE, 1, Set.of(Trait.NEEDS_RESTART), new ExhaustedProcess(name)::begin,
				Fault.BY_ITSELF);
	}

	/** Steps the wall clock of an instance, and back after a while. */
	private static Fault clock(String name, int sign) {
		return Fault.ofInstance(name, 1, (strike) -> {
			int seconds = STEP_SECONDS[strike.random().nextInt(STEP_SECONDS.length)];
			strike.instance().clock().step(Duration.ofSeconds((long) sign * seconds));
			// The instance notices it within a second
			return Duration.ofSeconds(1).plus(strike.leases(0.5, 1.5));
		}, (strike) -> {
			FakeTime clock = strike.instance().clock();
			clock.step(clock.offset().negated());
		});
	}

	// Networks between an instance and its store

	private static List<Fault> networks() {
		return List.of(network("black-hole-in", 1, 1.2, 2, (network, strike) -> network.lose(Direction.TO_CLIENT)),
				network("black-hole-out", 1, 1.2, 2, (network, strike) -> network.lose(Direction.TO_SERVER)),
				network("black-hole", 2, 1.2, 2, (network, strike) -> network.lose()),
				network("late-release", 2, 1.2, 2.2, (network, strike) -> network.blackHole()),
				network("late-answers", 1, 1.2, 2.2, (network, strike) -> network.blackHole(Direction.TO_CLIENT)),
				network("reset", 1, 0, 0, (network, strike) -> network.reset()),
				network("refused", 1, 0.5, 1.5, (network, strike) -> network.refuse()),
				network("delay", 1, 1, 2, (network, strike) -> network.delay(strike.leases(0.02, 0.15))),
				network("lost-answer", 1, 1, 1.5,
						(network, strike) -> network.cutAnswerAfter(strike.random().nextInt(3))));
	}

	private static Fault network(String name, int weight, double least, double most,
			BiConsumer<TcpProxy, Strike> happening) {
		return Fault.ofInstance(name, weight, (strike) -> {
			happening.accept(strike.network(), strike);
			return strike.leases(least, most);
		}, (strike) -> strike.network().heal());
	}

	// Stores

	private static List<Fault> stores(ChaosStore store) {
		List<Fault> faults = new ArrayList<>();
		ChaosStore.Deletion deletion = store.deletion();
		if (deletion != null) {
			faults
				.add(Fault.ofStore("deleted-record", new DeletedRecord(deletion)::begin, Fault.BY_ITSELF, Trait.ALONE));
		}
		StoreServer server = store.server();
		if (server != null) {
			faults.add(restart("server-restart", server.stop(), server));
			if (server.survivesKill()) {
				faults.add(restart("server-kill", server.server()::kill, server));
			}
			faults.add(Fault.ofStore("server-hangs", (strike) -> {
				server.server().freeze();
				return strike.leases(0.3, 1.5);
			}, (strike) -> server.server().thaw()));
		}
		FakeTime clock = store.clock();
		if (clock != null) {
			// Forward, leases end early
			faults.add(stepped("server-clock-forward", true, clock));
			faults.add(stepped("server-clock-back", false, clock));
		}
		Failover<?> failover = store.failover();
		if (failover != null) {
			faults.add(new Fault("lossy-failover", Target.STORE, 3, Set.of(Trait.ALONE, Trait.BREAKS),
					new LossyFailover(failover)::begin, (strike) -> failover.renewReplica()));
		}
		return faults;
	}

	/** Stops the server and starts it again with its data. */
	private static Fault restart(String name, Runnable stop, StoreServer server) {
		return Fault.ofStore(name, (strike) -> {
			stop.run();
			return strike.leases(0, 1);
		}, (strike) -> server.server().start());
	}

	/** Steps the wall clock of the server, which determines leases, for good. */
	private static Fault stepped(String name, boolean forward, FakeTime clock) {
		Trait[] traits = forward ? new Trait[] { Trait.BREAKS } : new Trait[0];
		return Fault.ofStore(name, (strike) -> {
			Duration step = strike.leases(1, 3);
			clock.step(forward ? step : step.negated());
			// By then the earlier leases have ended or were renewed
			return strike.leases(1.5, 2);
		}, Fault.BY_ITSELF, traits);
	}

}
