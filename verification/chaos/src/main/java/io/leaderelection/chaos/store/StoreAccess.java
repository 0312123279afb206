/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * How instances reach a store, and how a person does.
 */
public interface StoreAccess {

	/**
	 * Returns the lease duration of the election.
	 * @return the duration
	 */
	default Duration lease() {
		return Duration.ofSeconds(2);
	}

	/**
	 * Returns the arguments for an instance.
	 * @param port the port at which it reaches the server; 0 if there is none
	 * @return the arguments of the application; {@code -D...} are system properties
	 */
	List<String> arguments(int port);

	/**
	 * Whether instances connect through the application's connection pool.
	 * @return whether there is a pool
	 */
	default boolean hasPool() {
		return false;
	}

	/**
	 * Whether a request is also valid on another connection.
	 * @return whether requests are independent of their connection
	 */
	default boolean requestsStandAlone() {
		return false;
	}

	/**
	 * Deletes the record of the election, as a person could.
	 * @param port the port of the server; 0 if there is none
	 * @throws IOException if that fails
	 * @throws InterruptedException if the thread is interrupted
	 */
	void deleteRecord(int port) throws IOException, InterruptedException;

}
