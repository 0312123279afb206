/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.instance.Launch;
import io.leaderelection.chaos.instance.Waiting;
import io.leaderelection.chaos.probe.SpreadElections;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a run, their networks and clocks.
 */
final class Instances implements AutoCloseable {

	private static final String HEAP = "96m";

	/** One instance has hardly enough memory. */
	private static final String TIGHT_HEAP = "72m";

	private static final Duration LEADER_PATIENCE = Duration.ofMinutes(2);

	private final List<Instance> instances = new ArrayList<>();

	private final List<TcpProxy> networks = new ArrayList<>();

	private final List<FakeTime> clocks = new ArrayList<>();

	Instances(ChaosStore store, Launch launch, int count, Waiting waiting) {
		for (int i = 1; i <= count; i++) {
			TcpProxy network = (store.port().isPresent()) ? TcpProxy.to(store.port().getAsInt()) : null;
			FakeTime clock = (FakeTime.isAvailable()) ? FakeTime.open() : null;
			keep(network, clock);
			List<String> arguments = new ArrayList<>(common(store, launch.folder()));
			// The first instance is preferred, then the second
			arguments.addAll(SpreadElections.arguments(count - i));
			arguments.addAll(store.arguments().apply((network != null) ? network.port() : 0));
			this.instances.add(new Instance("i" + i, new Instance.Settings(launch, (i == count) ? TIGHT_HEAP : HEAP,
					arguments, network, clock, waiting)));
		}
	}

	private void keep(@Nullable TcpProxy network, @Nullable FakeTime clock) {
		if (network != null) {
			this.networks.add(network);
		}
		if (clock != null) {
			this.clocks.add(clock);
		}
	}

	private static List<String> common(ChaosStore store, Path folder) {
		long lease = store.lease().toMillis();
		return List.of("--leader-election.namespace=" + ChaosStore.NAMESPACE,
				"--leader-election.lease-duration=" + lease + "ms", "--leader-election.cool-down=" + lease / 2 + "ms",
				"--leader-election.drain-timeout=" + lease + "ms", "--sample.invoice-schedule=* * * * * *",
				"--sample.ledger.directory=" + folder.resolve("sample-ledger"), "--spring.task.scheduling.pool.size=4",
				"--spring.task.execution.pool.core-size=2", "--server.tomcat.threads.max=8",
				"--server.tomcat.threads.min-spare=2");
	}

	List<Instance> all() {
		return this.instances;
	}

	/** Starts all instances at once. */
	void start() throws InterruptedException {
		this.instances.forEach(Instance::start);
		for (Instance instance : this.instances) {
			instance.awaitReady();
		}
	}

	/**
	 * Returns the leader according to its own history; if there are several, the one with
	 * the newest term.
	 */
	Optional<Instance> leader() {
		return this.instances.stream()
			.filter((instance) -> instance.leadingToken().isPresent())
			.max(Comparator.comparing((instance) -> instance.leadingToken().orElse(0L)));
	}

	void awaitLeader(Waiting waiting) throws InterruptedException {
		if (!waiting.until(LEADER_PATIENCE, () -> leader().isPresent())) {
			throw new IllegalStateException("No instance leads after " + LEADER_PATIENCE);
		}
	}

	/** Asks all processes to terminate, and waits until they have. */
	void end() throws InterruptedException {
		this.instances.forEach((instance) -> instance.signal("TERM"));
		for (Instance instance : this.instances) {
			instance.awaitEnd();
		}
	}

	/**
	 * Kills the processes that still run.
	 */
	@Override
	public void close() {
		this.instances.forEach(Instance::close);
		this.networks.forEach(TcpProxy::close);
		this.clocks.forEach(FakeTime::close);
	}

}
