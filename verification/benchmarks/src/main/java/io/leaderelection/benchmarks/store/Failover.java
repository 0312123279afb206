/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.leaderelection.servers.Loopback;
import org.jspecify.annotations.Nullable;

/**
 * How long nobody leads when a leader leaves, and whether two lead. Instances check each
 * half millisecond whether they lead; vacancy and overlap follow from their histories.
 */
final class Failover {

	private static final String[] OPTIONS = { "-Xmx256m", "-D" + Instance.SAMPLE_MICROS + "=500" };

	/** Longer than a start and the longest lease. */
	private static final Duration PATIENCE = Duration.ofSeconds(150);

	/** How long to wait until a former leader notices. */
	private static final Duration NOTICE = Duration.ofSeconds(30);

	private static final long FOLLOWER_MILLIS = 1500;

	/** For how many leases a leader is stopped, and how many nanoseconds longer. */
	private static final double FROZEN_LEASES = 1.4;

	private static final long FROZEN_LONGER = TimeUnit.SECONDS.toNanos(1);

	/** After the cool-down, until the former leader is ready to contend. */
	private static final long PAUSE_MILLIS = 150;

	private final Stage stage;

	private final Figures figures;

	private final Duration lease;

	private final int number;

	private final int warmUp;

	private final List<Round> rounds = new ArrayList<>();

	private final Map<String, Integer> remarks = new TreeMap<>();

	Failover(Stage stage, Arguments arguments, Figures figures) {
		this.stage = stage;
		this.figures = figures;
		this.lease = arguments.duration("lease", "15s");
		this.number = arguments.number("rounds", 30);
		this.warmUp = arguments.number("warm-up", 100);
	}

	/**
	 * Lets two instances hand over to each other. Uncounted rounds run first, until the
	 * code of a handover is compiled.
	 */
	void stepDown() throws Exception {
		InstanceProcess leader = lead();
		InstanceProcess follower = follow(0);
		for (int i = -this.warmUp; i < this.number; i++) {
			measure(stepDown(leader), leader, Double.NaN);
			if (i < 0) {
				this.rounds.clear();
			}
			InstanceProcess former = leader;
			leader = follower;
			follower = former;
			Thread.sleep(PAUSE_MILLIS + this.stage.store().coolDownMillis());
		}
		print("from the request");
	}

	/** Starts two new processes in each round, so that their handover is the first. */
	void firstStepDown() throws Exception {
		for (int i = 0; i < this.number; i++) {
			InstanceProcess leader = lead();
			InstanceProcess follower = follow(i);
			measure(stepDown(leader), leader, Double.NaN);
			this.stage.shutDown(leader);
			this.stage.shutDown(follower);
		}
		print("from the first request to a new process");
	}

	/** Starts and closes applications in turn, as in a rolling deployment. */
	void close() throws Exception {
		InstanceProcess leader = lead();
		for (int i = 0; i < this.number; i++) {
			InstanceProcess follower = follow(i);
			measure(leader.ask("close", "leaving")[0], leader, Double.NaN);
			leader.awaitClosed();
			leader = follower;
		}
		print("from the start of the closing");
	}

	/**
	 * Kills the leader's process. The next leader starts when the lease has expired, or
	 * earlier if the store detects the end of the process.
	 */
	void crash() throws Exception {
		InstanceProcess leader = lead();
		for (int i = 0; i < this.number; i++) {
			InstanceProcess follower = follow(i);
			measure(leader.kill(), leader, (double) leader.confirmed() + this.lease.toNanos());
			leader = follower;
		}
		print("from SIGKILL");
	}

	/**
	 * Stops the leader's process until its lease has been over for a while, and lets it
	 * continue. Two lead at once if it still believes in its term then.
	 */
	void freeze() throws Exception {
		List<InstanceProcess> both = List.of(lead(), follow(0));
		List<Double> overlaps = new ArrayList<>();
		for (int i = 0; i < this.number; i++) {
			settle(i);
			InstanceProcess leader = leaderOf(both);
			long frozen = leader.freeze();
			TimeUnit.NANOSECONDS.sleep((long) (FROZEN_LEASES * this.lease.toNanos()) + FROZEN_LONGER);
			long thawed = leader.thaw();
			measure(frozen, leader, Double.NaN);
			overlaps.add(overlap(leader, frozen, thawed));
		}
		double[] sorted = overlaps.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		this.figures.print("  until the next leads, from SIGSTOP, ms: %s", quantiles(Round::took));
		this.figures.print("  two led at once after SIGCONT in %d of %d rounds, ms: median %.1f, min %.1f, max %.1f",
				Arrays.stream(sorted).filter((overlap) -> overlap > 0).count(), sorted.length,
				Figures.quantile(sorted, 0.5), Figures.quantile(sorted, 0), Figures.quantile(sorted, 1));
	}

	/** Waits until one of two leads: either may have lost its term meanwhile. */
	private static InstanceProcess leaderOf(List<InstanceProcess> both) {
		List<InstanceProcess> leading = new ArrayList<>();
		boolean led = Loopback.await(PATIENCE.toMillis(), () -> {
			leading.clear();
			both.stream().filter((instance) -> instance.led() == 1).forEach(leading::add);
			return leading.size() == 1;
		});
		if (!led) {
			throw new IllegalStateException(leading.size() + " of two instances lead");
		}
		return leading.get(0);
	}

	/** Returns for how long both led, in milliseconds: a stopped process does nothing. */
	private double overlap(InstanceProcess former, long frozen, long thawed) throws InterruptedException {
		History history = this.stage.history();
		History.Term next = history.await((term) -> term.from() > frozen && term.instance() != former.number(),
				PATIENCE);
		long from = Objects.requireNonNull(next).from();
		return Math.max(0, history.ledUntil(former.number(), from) - Math.max(from, thawed)) / 1e6;
	}

	private InstanceProcess lead() throws IOException, InterruptedException {
		InstanceProcess leader = start();
		this.stage.awaitLed(leader, 1);
		return leader;
	}

	private InstanceProcess follow(int round) throws IOException, InterruptedException {
		InstanceProcess follower = start();
		settle(round);
		return follower;
	}

	private InstanceProcess start() throws IOException, InterruptedException {
		return this.stage.start(OPTIONS[0], OPTIONS[1],
				"-Dleader-election.lease-duration=" + this.lease.toMillis() + "ms",
				"-Dleader-election.cool-down=" + this.stage.store().coolDownMillis() + "ms");
	}

	/**
	 * Waits until a new follower has joined and knows the leader.
	 * @param round varies the time, so that leaders leave at any moment between renewals
	 */
	private static void settle(int round) throws InterruptedException {
		Thread.sleep(FOLLOWER_MILLIS + round % 7 * 173L);
	}

	private History.@Nullable Term next(long since) throws InterruptedException {
		return this.stage.history().await((term) -> term.from() > since, PATIENCE);
	}

	/** Lets the leader step down until another instance leads. */
	private long stepDown(InstanceProcess leader) throws InterruptedException {
		long requested = leader.ask("step-down", "leaving")[0];
		History.Term next = next(requested);
		while (next != null && next.instance() == leader.number()) {
			remark("the former leader won again");
			leader.ask("step-down", "leaving");
			next = next(next.from());
		}
		return requested;
	}

	/**
	 * Adds a round.
	 * @param began when the former leader was made to leave
	 * @param former the former leader
	 * @param leaseEnd when its lease ends in the store, NaN if that does not matter
	 */
	private void measure(long began, InstanceProcess former, double leaseEnd) throws InterruptedException {
		History history = this.stage.history();
		History.Term next = history.await((term) -> term.from() > began && term.instance() != former.number(),
				PATIENCE);
		if (next == null) {
			throw new IllegalStateException("No other instance leads within " + PATIENCE.toSeconds() + " s after "
					+ this.rounds.size() + " rounds: " + former.log());
		}
		Loopback.await(NOTICE.toMillis(), () -> former.led() == 0);
		double vacancy = (next.from() - history.ledUntil(former.number(), next.from())) / 1e6;
		this.rounds.add(new Round((next.from() - began) / 1e6, vacancy, (next.from() - leaseEnd) / 1e6));
	}

	private void remark(String what) {
		this.remarks.merge(what, 1, Integer::sum);
	}

	private void print(String measured) {
		this.figures.print("  until the next leads, %s, ms: %s", measured, quantiles(Round::took));
		this.figures.print("  nobody leads, ms: %s", quantiles(Round::vacancy));
		if (this.rounds.stream().noneMatch((round) -> Double.isNaN(round.pastLease()))) {
			this.figures.print("  from the end of the lease, ms: %s", quantiles(Round::pastLease));
		}
		this.figures.print("  rounds in which two led at once: %d of %d, for up to %.1f ms; watched for %d s; %s",
				this.rounds.stream().filter((round) -> round.vacancy() < 0).count(), this.rounds.size(),
				Math.max(0, -this.rounds.stream().mapToDouble(Round::vacancy).min().orElse(Double.NaN)),
				NOTICE.toSeconds(), this.remarks);
	}

	private String quantiles(ToDoubleFunction<Round> figure) {
		double[] sorted = this.rounds.stream().mapToDouble(figure).sorted().toArray();
		return String.format(Locale.ROOT, "median %.1f, p90 %.1f, max %.1f", Figures.quantile(sorted, 0.5),
				Figures.quantile(sorted, 0.9), Figures.quantile(sorted, 1));
	}

	/**
	 * One change of the leader, in milliseconds.
	 *
	 * @param took the time until the next one leads
	 * @param vacancy the time between the end of the former leader and the start of the
	 * next one, each by its own history; negative if both certainly led
	 * @param pastLease the time from the end of the lease to the next leader, NaN if
	 * unknown
	 */
	private record Round(double took, double vacancy, double pastLease) {
	}

}
