/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows how instances share partitions, also after a kill and a start.
 */
final class SharedPartitions {

	private static final String ELECTION = "shipments";

	private static final int COUNT = 12;

	/** How long to wait until the partitions are spread evenly. */
	private static final long SPREAD_SECONDS = 60;

	/** The arguments of each instance. */
	static final List<String> ARGUMENTS = List.of("--leader-election.elections." + ELECTION + ".partitions=" + COUNT,
			"--leader-election.spread-delay=2s", "--leader-election.preempt-after=1s");

	private static final Pattern LEADING = Pattern.compile("\"leading\":\\[([0-9,]*)]");

	private final Instances instances;

	SharedPartitions(Instances instances) {
		this.instances = instances;
	}

	void run() throws InterruptedException {
		show("Three instances:");
		SampleInstance victim = shares().stream()
			.max(Comparator.comparingInt((share) -> share.partitions().size()))
			.orElseThrow(() -> new DemoFailedException("no instance leads a partition"))
			.instance();
		System.out.println("SIGKILL to " + victim.name() + ", process " + victim.pid() + ".");
		this.instances.kill(victim);
		show("Two instances:");
		this.instances.start(victim.name()).awaitReady();
		show(victim.name() + " is back:");
	}

	/**
	 * Waits until every partition has one leader, and for a limited time until the
	 * partitions are spread evenly.
	 */
	private void show(String title) throws InterruptedException {
		Patience patience = new Patience();
		List<Share> shares = Instances.await(200, () -> Optional.of(shares()).filter(patience::accepts),
				() -> patience.led + " of " + COUNT + " partitions are led in time");
		System.out.println(Demo.clock(System.currentTimeMillis()) + "  " + title);
		shares.stream()
			.sorted(Comparator.comparing((share) -> share.instance().name()))
			.forEach((share) -> System.out.println("  %s  %2d of %d  %s".formatted(share.instance().name(),
					share.partitions().size(), COUNT, String.join(" ", share.partitions()))));
	}

	/** Returns what each instance that answers leads. */
	private List<Share> shares() throws InterruptedException {
		List<Share> shares = new ArrayList<>();
		for (SampleInstance instance : this.instances.running()) {
			Optional<String> answer = instance.get("/actuator/leader/" + ELECTION);
			if (answer.isPresent()) {
				Matcher leading = LEADING.matcher(answer.get());
				boolean any = leading.find() && !leading.group(1).isEmpty();
				shares.add(new Share(instance, any ? List.of(leading.group(1).split(",")) : List.of()));
			}
		}
		return shares;
	}

	/**
	 * What an instance leads.
	 *
	 * @param instance the instance
	 * @param partitions the numbers of the partitions
	 */
	private record Share(SampleInstance instance, List<String> partitions) {
	}

	/** Accepts an uneven spread once all partitions have been led for some time. */
	private static final class Patience {

		private int led;

		private long until;

		boolean accepts(List<Share> shares) {
			List<Integer> sizes = shares.stream().map((share) -> share.partitions().size()).toList();
			this.led = sizes.stream().mapToInt(Integer::intValue).sum();
			if (this.led != COUNT) {
				return false;
			}
			int most = sizes.stream().mapToInt(Integer::intValue).max().orElse(0);
			int least = sizes.stream().mapToInt(Integer::intValue).min().orElse(0);
			if (this.until == 0) {
				this.until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SPREAD_SECONDS);
			}
			return most - least <= 1 || System.nanoTime() - this.until > 0;
		}

	}

}
