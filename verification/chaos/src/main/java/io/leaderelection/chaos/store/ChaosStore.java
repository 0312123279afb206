/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.FakeTime;

/**
 * A store that runs for the time of a run, and what may be done to it. For any thread,
 * but one fault at a time.
 */
public interface ChaosStore extends AutoCloseable {

	/** The namespace of the election. */
	String NAMESPACE = "chaos";

	/** The election that the sample is about. */
	String ELECTION = "invoices";

	/**
	 * The lease to elect with.
	 * @return the duration
	 */
	default Duration lease() {
		return Duration.ofSeconds(2);
	}

	/**
	 * Where a server listens.
	 * @return the port of what instances are to reach, or empty if there is no network
	 */
	OptionalInt port();

	/**
	 * What an instance is told.
	 * @param port where it reaches the server; 0 if there is none
	 * @return arguments of the application
	 */
	List<String> arguments(int port);

	/**
	 * The server, for faults that concern it.
	 * @return the server, or empty if none may be stopped
	 */
	default Optional<StoreServer> server() {
		return Optional.empty();
	}

	/**
	 * The server's wall clock.
	 * @return the clock, or empty if it cannot be stepped, or is not what counts leases
	 */
	default Optional<FakeTime> serverClock() {
		return Optional.empty();
	}

	/**
	 * Whether a request that is sent again on a connection of its own is understood.
	 * @return whether requests stand alone
	 */
	default boolean requestsStandAlone() {
		return false;
	}

	/**
	 * Whether instances have a pool of connections to it that they work with.
	 * @return whether there is a pool
	 */
	default boolean hasPool() {
		return false;
	}

	/**
	 * Deletes the record of the election, as a person would.
	 * @throws IOException if that fails
	 * @throws InterruptedException if the thread is interrupted
	 */
	void deleteRecord() throws IOException, InterruptedException;

	/**
	 * The replica to which the store can fail over.
	 * @return how it does, or empty if there is none
	 */
	default Optional<Failover> failover() {
		return Optional.empty();
	}

	@Override
	void close();

}
