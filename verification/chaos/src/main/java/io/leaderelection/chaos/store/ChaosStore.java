/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.FakeTime;

/**
 * A store that lives as long as a run, and the faults that it offers. Thread-safe, but
 * supports one fault at a time.
 */
public interface ChaosStore extends AutoCloseable {

	/** The namespace of the election. */
	String NAMESPACE = "chaos";

	/** The election of the sample. */
	String ELECTION = "invoices";

	/**
	 * Returns how instances reach it.
	 * @return the access
	 */
	StoreAccess access();

	/**
	 * Returns the port at which the server listens.
	 * @return the port that instances connect to, or empty if there is no network
	 */
	OptionalInt port();

	/**
	 * Returns the server, for faults that affect it.
	 * @return the server, or empty if it must not be stopped
	 */
	default Optional<StoreServer> server() {
		return Optional.empty();
	}

	/**
	 * Returns the server's wall clock.
	 * @return the clock, or empty if it cannot be stepped, or does not determine leases
	 */
	default Optional<FakeTime> serverClock() {
		return Optional.empty();
	}

	/**
	 * Returns the failover to a replica.
	 * @return the failover, or empty without a replica
	 */
	default Optional<Failover> failover() {
		return Optional.empty();
	}

	/**
	 * Returns the lease duration of the election.
	 * @return the duration
	 */
	default Duration lease() {
		return access().lease();
	}

	/**
	 * Deletes the record of the election, as a person could.
	 * @throws IOException if that fails
	 * @throws InterruptedException if the thread is interrupted
	 */
	default void deleteRecord() throws IOException, InterruptedException {
		access().deleteRecord(port().orElse(0));
	}

	@Override
	void close();

}
