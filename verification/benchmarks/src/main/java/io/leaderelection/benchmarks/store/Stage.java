/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import org.jspecify.annotations.Nullable;

/**
 * A server, the instances that use it, and their history.
 */
final class Stage implements AutoCloseable {

	private static final long PATIENCE_MILLIS = 180_000;

	/** In options, replaced by the number of the instance. */
	static final String NUMBER = "{number}";

	private final Store store;

	private final Path logs;

	private final @Nullable TestServer server;

	/** The port of the server, or a directory. */
	private final String address;

	private final History history = new History();

	private final List<InstanceProcess> instances = new ArrayList<>();

	private int started;

	Stage(Store store, Path logs) throws IOException {
		this.store = store;
		this.logs = logs;
		Path data = Files.createDirectories(logs.resolve("data"));
		this.server = store.open();
		this.address = (this.server != null) ? Integer.toString(this.server.port()) : data.toString();
	}

	Store store() {
		return this.store;
	}

	/** Returns the server, which can be killed. */
	TestServer server() {
		if (this.server == null) {
			throw new IllegalStateException("This store has no server");
		}
		return this.server;
	}

	private @Nullable TcpProxy proxy() {
		return (this.server != null) ? TcpProxy.to(this.server.port()) : null;
	}

	History history() {
		return this.history;
	}

	/** Returns the running instances. */
	List<InstanceProcess> instances() {
		return this.instances;
	}

	/**
	 * Starts an instance.
	 * @param options options of Java, which include its properties
	 * @return the instance, ready
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	InstanceProcess start(String... options) throws IOException, InterruptedException {
		InstanceProcess instance = launch(null, List.of(options));
		instance.awaitReady();
		return instance;
	}

	/**
	 * Starts instances at the same time, each behind a proxy that counts.
	 * @param number their number
	 * @param options options of Java, which include their properties
	 * @return the last instance; all are ready
	 * @throws IOException if one cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	InstanceProcess startMany(int number, String... options) throws IOException, InterruptedException {
		for (int i = 0; i < number; i++) {
			launch(proxy(), List.of(options));
		}
		for (InstanceProcess instance : this.instances.subList(this.instances.size() - number, this.instances.size())) {
			instance.awaitReady();
		}
		return this.instances.get(this.instances.size() - 1);
	}

	private InstanceProcess launch(@Nullable TcpProxy proxy, List<String> options) throws IOException {
		int number = ++this.started;
		List<String> own = new ArrayList<>(List.of("-Dspring.application.name=benchmark"));
		options.forEach((option) -> own.add(option.replace(NUMBER, Integer.toString(number))));
		List<String> command = this.store.command((proxy != null) ? Integer.toString(proxy.port()) : this.address,
				this.server, own);
		InstanceProcess instance = new InstanceProcess(number, command, proxy, this.history,
				this.logs.resolve("instance-" + number + ".log"));
		this.instances.add(instance);
		return instance;
	}

	void shutDown(InstanceProcess instance) throws InterruptedException {
		instance.shutDown();
		this.instances.remove(instance);
	}

	long kill(InstanceProcess instance) throws InterruptedException {
		this.instances.remove(instance);
		return instance.kill();
	}

	/**
	 * Waits until an instance leads.
	 * @param instance the instance
	 * @param elections the number of elections
	 */
	void awaitLed(InstanceProcess instance, int elections) {
		if (!Loopback.await(PATIENCE_MILLIS, () -> instance.led() == elections)) {
			throw new IllegalStateException("Instance " + instance.number() + " leads " + instance.led() + " of "
					+ elections + " elections, of all " + counts() + ": " + instance.log());
		}
	}

	/**
	 * Waits until elections have a leader.
	 * @param elections the number of elections
	 */
	void awaitLed(int elections) {
		if (!Loopback.await(PATIENCE_MILLIS, () -> this.history.led() == elections)) {
			throw new IllegalStateException(this.history.led() + " elections are led instead of " + elections + ": "
					+ this.instances.get(0).log());
		}
	}

	/** Returns how many elections each instance leads. */
	List<Integer> counts() {
		return this.instances.stream().map(InstanceProcess::led).toList();
	}

	long roundTrips() {
		return this.instances.stream().mapToLong(InstanceProcess::roundTrips).sum();
	}

	/**
	 * Counts round trips of all instances.
	 * @param window for how long
	 * @return round trips a second
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	double roundTripsASecond(Duration window) throws InterruptedException {
		long before = roundTrips();
		long began = System.nanoTime();
		Thread.sleep(window.toMillis());
		return (roundTrips() - before) / ((System.nanoTime() - began) / 1e9);
	}

	/** Returns the renewals of all instances since the last call, sorted. */
	double[] takeRenewalMillis() {
		return this.instances.stream()
			.flatMapToLong((instance) -> instance.takeRenewals().stream().mapToLong(Long::longValue))
			.mapToDouble((nanos) -> nanos / 1e6)
			.sorted()
			.toArray();
	}

	@Override
	public void close() {
		this.instances.forEach(InstanceProcess::close);
		if (this.server != null) {
			this.server.close();
		}
	}

}
