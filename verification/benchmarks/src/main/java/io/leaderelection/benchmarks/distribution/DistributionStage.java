/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.leaderelection.benchmarks.load.LoadStore;
import io.leaderelection.servers.TestServer;

/**
 * A server and the instances that use it.
 */
final class DistributionStage implements AutoCloseable {

	/** How long a state must last before it counts as final. */
	private static final long STABLE_SECONDS = 10;

	private static final long LOOK_MILLIS = 250;

	private final LoadStore store;

	private final Duration spreadDelay;

	private final Path logs;

	private final TestServer server;

	private final SpreadHistory history = new SpreadHistory();

	private final List<SpreadInstance> instances = new ArrayList<>();

	private int started;

	DistributionStage(LoadStore store, Duration spreadDelay, Path logs) throws SQLException {
		this.store = store;
		this.spreadDelay = spreadDelay;
		this.logs = logs;
		this.server = store.open();
	}

	/** Returns the running instances. */
	List<SpreadInstance> instances() {
		return this.instances;
	}

	SpreadHistory history() {
		return this.history;
	}

	/**
	 * Starts the process of an instance that has not joined an election yet.
	 * @param priority the priority of the instance
	 * @return the instance
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	SpreadInstance open(int priority) throws IOException, InterruptedException {
		SpreadInstance instance = new SpreadInstance(++this.started, this.store, this.server.port(), priority,
				this.spreadDelay, this.history, this.logs);
		this.instances.add(instance);
		return instance;
	}

	/**
	 * Starts an instance that contends.
	 * @param prefix the prefix of the names of the elections
	 * @param elections the number of elections
	 * @return when it started to contend
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long add(String prefix, int elections) throws IOException, InterruptedException {
		SpreadInstance instance = open(0);
		instance.join(prefix, elections);
		return instance.start();
	}

	void shutDown(SpreadInstance instance) throws InterruptedException {
		instance.shutDown();
		this.instances.remove(instance);
	}

	long kill(SpreadInstance instance) throws InterruptedException {
		long at = instance.kill();
		this.instances.remove(instance);
		return at;
	}

	/**
	 * Waits until an instance leads.
	 * @param instance the instance
	 * @param elections the number of elections
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void awaitLed(SpreadInstance instance, int elections) throws InterruptedException {
		await(Duration.ofMinutes(3), () -> instance.led() == elections);
		if (instance.led() != elections) {
			throw new IllegalStateException("Instance " + instance.number() + " leads " + instance.led() + " of "
					+ elections + " elections: " + counts() + ", " + instance.log());
		}
	}

	/**
	 * Waits until the elections are balanced and nothing has changed for ten seconds.
	 * @param elections the number of elections
	 * @param patience the longest time to wait
	 * @return since when each instance leads its share, give or take one, or
	 * {@link SampledTerm#OPEN} if that never happened
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	long awaitEven(int elections, Duration patience) throws InterruptedException {
		await(patience, () -> {
			long until = System.nanoTime();
			return this.history.evenSince(numbers(), elections, 1) != SampledTerm.OPEN
					&& this.history.begun(until - TimeUnit.SECONDS.toNanos(STABLE_SECONDS), until) == 0;
		});
		return this.history.evenSince(numbers(), elections, 1);
	}

	private List<Integer> numbers() {
		return this.instances.stream().map(SpreadInstance::number).toList();
	}

	private static void await(Duration patience, BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
			Thread.sleep(LOOK_MILLIS);
		}
	}

	/** Returns how many elections each instance leads. */
	List<Integer> counts() {
		return this.instances.stream().map(SpreadInstance::led).toList();
	}

	@Override
	public void close() {
		this.instances.forEach(SpreadInstance::close);
		this.server.close();
	}

}
