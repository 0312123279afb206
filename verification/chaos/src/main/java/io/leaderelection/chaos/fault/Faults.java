/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.chaos.instance.Freezer;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.chaos.store.StoreServer;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TcpProxy.Direction;

/**
 * The kinds of faults.
 */
public final class Faults {

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
			faults.add(new SteppedClock("clock-forward", 1));
			faults.add(new SteppedClock("clock-back", -1));
		}
		else {
			System.out.println("Skipped: stepped clocks, because libfaketime is missing (package faketime)");
		}
		if (Freezer.isAvailable()) {
			faults.add(new FrozenGroup());
		}
		else {
			System.out.println("Skipped: the freezer, because this process cannot create a control group");
		}
		if (store.hasPool()) {
			faults.add(new BurdenedProcess("pool-exhausted", "pool"));
		}
		if (store.port().isPresent()) {
			faults.addAll(networks());
		}
		if (store.requestsStandAlone()) {
			faults.add(new ReplayedRequests());
		}
		faults.addAll((store.failover().isPresent()) ? List.of(new LossyFailover()) : stores(store));
		return List.copyOf(faults);
	}

	private static List<Fault> processes() {
		return List.of(new EndedProcess("sigkill", "KILL"), new EndedProcess("sigterm", "TERM"),
				new StoppedProcess("sigstop-short", 1, 0.2, 0.6), new StoppedProcess("sigstop-long", 2, 1.2, 2.5),
				new BurdenedProcess("scheduler-saturated", "scheduler"),
				new BurdenedProcess("common-pool-saturated", "common-pool"),
				new BurdenedProcess("heap-pressure", "heap"), new ExhaustedProcess("heap-full"),
				new ExhaustedProcess("no-threads"), new SteppedDown(), new Paused(), new RollingRestart());
	}

	private static List<Fault> networks() {
		return List.of(
				new BrokenNetwork("black-hole-in", 1, 1.2, 2, (network, strike) -> network.lose(Direction.TO_CLIENT)),
				new BrokenNetwork("black-hole-out", 1, 1.2, 2, (network, strike) -> network.lose(Direction.TO_SERVER)),
				new BrokenNetwork("black-hole", 2, 1.2, 2, (network, strike) -> network.lose()),
				new BrokenNetwork("late-release", 2, 1.2, 2.2, (network, strike) -> network.blackHole()),
				new BrokenNetwork("late-answers", 1, 1.2, 2.2,
						(network, strike) -> network.blackHole(Direction.TO_CLIENT)),
				new BrokenNetwork("reset", 1, 0, 0, (network, strike) -> network.reset()),
				new BrokenNetwork("refused", 1, 0.5, 1.5, (network, strike) -> network.refuse()),
				new BrokenNetwork("delay", 1, 1, 2, Faults::delay), new BrokenNetwork("lost-answer", 1, 1, 1.5,
						(network, strike) -> network.cutAnswerAfter(strike.random().nextInt(3))));
	}

	private static void delay(TcpProxy network, Strike strike) {
		Duration delay = strike.leases(0.02, 0.15);
		network.delay(delay);
	}

	private static List<Fault> stores(ChaosStore store) {
		List<Fault> faults = new ArrayList<>(List.of(new DeletedRecord()));
		StoreServer server = store.server().orElse(null);
		if (server != null) {
			faults.add(new RestartedServer("server-restart", false));
			if (server.survivesKill()) {
				faults.add(new RestartedServer("server-kill", true));
			}
			faults.add(new StoppedServer());
		}
		if (store.serverClock().isPresent()) {
			faults.add(new SteppedServerClock("server-clock-forward", 1));
			faults.add(new SteppedServerClock("server-clock-back", -1));
		}
		return faults;
	}

}
