/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * Starts candidates of one contender on one store for a scenario, and closes them.
 */
final class Stage implements AutoCloseable {

	private static final long FOLLOWER_MILLIS = 1500;

	private final Contender contender;

	private final StoreServer server;

	private final CandidateClassPath classPath;

	private final Path directory;

	private final RunArguments arguments;

	private final List<AutoCloseable> opened = new ArrayList<>();

	private int started;

	Stage(Contender contender, StoreServer server, CandidateClassPath classPath, Path directory,
			RunArguments arguments) {
		this.contender = contender;
		this.server = server;
		this.classPath = classPath;
		this.directory = directory;
		this.arguments = arguments;
	}

	Contender contender() {
		return this.contender;
	}

	StoreServer server() {
		return this.server;
	}

	RunArguments arguments() {
		return this.arguments;
	}

	/**
	 * Starts a candidate with the lease of the run.
	 * @return the candidate, ready
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	CandidateProcess start() throws IOException, InterruptedException {
		return start(1, this.arguments.lease(), null, List.of());
	}

	/**
	 * Starts a candidate at default timings.
	 * @param elections the number of elections that it joins
	 * @param proxy the proxy in front of the store, if any
	 * @param more further properties
	 * @return the candidate, ready
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	CandidateProcess startWithDefaults(int elections, @Nullable TcpProxy proxy, String... more)
			throws IOException, InterruptedException {
		return start(elections, null, proxy, List.of(more));
	}

	private CandidateProcess start(int elections, @Nullable Duration lease, @Nullable TcpProxy proxy, List<String> more)
			throws IOException, InterruptedException {
		List<String> properties = new ArrayList<>(this.server.properties(proxy));
		properties.addAll(more);
		CandidateProcess process = new CandidateProcess(this.classPath.with(this.contender.libraries()), this.contender,
				new CandidateSettings(elections, lease, properties),
				this.directory.resolve("candidate-" + this.started++ + ".log"));
		this.opened.add(process);
		return process;
	}

	/**
	 * Opens a proxy in front of the store.
	 * @return the proxy
	 */
	TcpProxy openProxy() {
		TcpProxy proxy = this.server.openProxy();
		this.opened.add(proxy);
		return proxy;
	}

	/**
	 * Waits until a new follower has joined and knows the leader.
	 * @param round varies the time, so that leaders leave at any moment between renewals
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	static void settle(int round) throws InterruptedException {
		Thread.sleep(FOLLOWER_MILLIS + round % 7 * 173L);
	}

	/**
	 * Returns when the lease on the first election ends in the store.
	 * @return the instant on the monotonic clock, if the store provides it
	 * @throws Exception if the store fails
	 */
	OptionalLong expiry() throws Exception {
		Expiry expiry = this.contender.expiry();
		if (expiry == null) {
			return OptionalLong.empty();
		}
		double remaining = expiry.remainingMillis(this.server);
		return OptionalLong.of(System.nanoTime() + (long) (remaining * 1e6));
	}

	/**
	 * Creates the change of a candidate that leads.
	 * @param values the values of {@link CandidateProcess#await(String)} for
	 * {@code leads}
	 * @return the change
	 */
	static History.Change leads(long[] values) {
		return new History.Change(true, values[0], values[1]);
	}

	@Override
	public void close() throws Exception {
		for (AutoCloseable closeable : this.opened) {
			closeable.close();
		}
	}

}
