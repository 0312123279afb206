/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.KubeApiServer;

/**
 * What elections and ticks cost instances and the store, at default timings.
 */
final class Costs {

	private static final String[] OPTIONS = { "-Xmx256m", "-D" + Instance.SAMPLE_MICROS + "=50000" };

	private static final long SETTLE_MILLIS = 5000;

	/** Lets Java compile the code of ticks. */
	private static final int WARM_UP_SECONDS = 10;

	private static final int ELECTIONS_WITH_TICKS = 100;

	private static final int INSTANCES_THAT_REQUEST = 3;

	private final Stage stage;

	private final Arguments arguments;

	private final Figures figures;

	Costs(Stage stage, Arguments arguments, Figures figures) {
		this.stage = stage;
		this.arguments = arguments;
		this.figures = figures;
	}

	/** Measures many elections of a leader, and of a follower. */
	void scale() throws Exception {
		Duration window = this.arguments.duration("window", "20s");
		for (int elections : this.arguments.elections(1, 100, 1000)) {
			InstanceProcess leader = start(elections);
			this.stage.awaitLed(leader, elections);
			double seconds = (System.nanoTime() - leader.ready()) / 1e9;
			Thread.sleep(SETTLE_MILLIS);
			leader.takeRenewals();
			leader.ask("figures", "figures");
			double leading = this.stage.roundTripsASecond(window);
			double[] renewals = this.stage.takeRenewalMillis();
			int led = leader.led();
			long threads = leader.ask("figures", "figures")[0];
			double heap = leader.ask("heap", "heap")[0] / 1e6;
			InstanceProcess follower = start(elections);
			Thread.sleep(SETTLE_MILLIS);
			long before = follower.roundTrips();
			Thread.sleep(window.toMillis());
			this.figures.print(
					"  %d elections: led after %.1f s, %d led after a window of %d s; %d threads; heap %.1f MB; "
							+ "round trips a second: leader %.1f, follower %.1f; renewal p99 %.1f ms of %d",
					elections, seconds, led, window.toSeconds(), threads, heap, leading,
					(follower.roundTrips() - before) * 1e3 / window.toMillis(), Figures.quantile(renewals, 0.99),
					renewals.length);
			this.stage.shutDown(follower);
			this.stage.shutDown(leader);
		}
	}

	private InstanceProcess start(int elections) throws IOException, InterruptedException {
		return this.stage.startMany(1, OPTIONS[0], OPTIONS[1],
				"-D" + Instance.JOIN + "=" + Instance.PREFIX + " " + elections);
	}

	/**
	 * Counts what three instances send to an API server of Kubernetes, by its audit log,
	 * when all elections have a leader.
	 */
	void requests() throws Exception {
		if (!(this.stage.server() instanceof KubeApiServer server)) {
			throw new IllegalStateException("Requests are counted by the audit log of Kubernetes, not on "
					+ this.stage.store() + ". Use stores=kubernetes or client-go");
		}
		Duration window = this.arguments.duration("window", "60s");
		for (int elections : this.arguments.elections(1, 50)) {
			String prefix = "requests-of-" + elections;
			for (int i = 0; i < INSTANCES_THAT_REQUEST; i++) {
				this.stage.start(OPTIONS[0], OPTIONS[1], "-D" + Instance.JOIN + "=" + prefix + " " + elections);
			}
			this.stage.awaitLed(elections);
			// Everybody has seen each leader for a lease
			Thread.sleep(2 * ElectionTiming.builder().build().lease().toMillis());
			Map<String, Integer> before = LeaseRequests.count(server.auditLog());
			Thread.sleep(window.toMillis());
			Map<String, Integer> after = LeaseRequests.count(server.auditLog());
			this.figures.print("  %d elections, %d instances: requests a second %s", elections, INSTANCES_THAT_REQUEST,
					LeaseRequests.rates(before, after, window));
			for (InstanceProcess instance : List.copyOf(this.stage.instances())) {
				this.stage.shutDown(instance);
			}
		}
	}

	/** Measures whether 1,000 ticks a second of 100 elections delay renewals. */
	void ticks() throws Exception {
		InstanceProcess instance = start(ELECTIONS_WITH_TICKS);
		this.stage.awaitLed(instance, ELECTIONS_WITH_TICKS);
		instance.ask("write-ticks " + WARM_UP_SECONDS, "written");
		instance.takeRenewals();
		long before = this.stage.roundTrips();
		long seconds = this.arguments.duration("window", "30s").toSeconds();
		long[] written = instance.ask("write-ticks " + seconds, "written");
		long roundTrips = this.stage.roundTrips() - before;
		double[] renewals = this.stage.takeRenewalMillis();
		double renewal = Figures.quantile(renewals, 0.99);
		this.figures.print("  %d elections, %d ticks a second for %d s; not written: %d (%s)", ELECTIONS_WITH_TICKS,
				written[0] / seconds, seconds, written[1], this.figures.bound("0", written[1] == 0));
		this.figures.print("  renewals, with notes and without: %d, p50 %.1f ms, p99 %.1f ms (%s)", renewals.length,
				Figures.quantile(renewals, 0.5), renewal, this.figures.atMost("%.0f ms",
						ElectionTiming.builder().build().renewInterval().toMillis() / 3.0, renewal));
		this.figures.print("  a tick: p50 %.1f ms, p99 %.1f ms; %.2f round trips a tick", written[2] / 1e6,
				written[3] / 1e6, (double) roundTrips / written[0]);
	}

}
