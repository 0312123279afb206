/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;

import io.leaderelection.servers.FakeTime;
import org.jspecify.annotations.Nullable;

/**
 * A store that lives as long as a run, how instances reach it, and the faults that it
 * offers. Thread-safe, but supports one fault at a time.
 *
 * @param lease the lease duration of the election
 * @param hasPool whether instances connect through the application's connection pool
 * @param arguments the arguments for an instance, by the port at which it reaches the
 * server; {@code -D...} are system properties
 * @param deletion deletes the record of the election, as a person could; {@code null} if
 * only the contract tests of the store do so
 * @param server its server, or {@code null} if it has none
 * @param clock the wall clock of the server, or {@code null} if it cannot be stepped, or
 * does not determine leases
 */
public record ChaosStore(Duration lease, boolean hasPool, IntFunction<List<String>> arguments,
		@Nullable Deletion deletion, @Nullable StoreServer server, @Nullable FakeTime clock) implements AutoCloseable {

	/** The namespace of the election. */
	public static final String NAMESPACE = "chaos";

	/** The election of the sample. */
	public static final String ELECTION = "invoices";

	/**
	 * Returns the port at which the server listens.
	 * @return the port that instances connect to, or empty if there is no network
	 */
	public OptionalInt port() {
		return (this.server != null) ? OptionalInt.of(this.server.server().port()) : OptionalInt.empty();
	}

	@Override
	public void close() {
		if (this.server != null) {
			this.server.server().close();
		}
		if (this.clock != null) {
			this.clock.close();
		}
	}

	/**
	 * Deletes the record of the election.
	 */
	@FunctionalInterface
	public interface Deletion {

		/**
		 * Deletes it.
		 * @throws IOException if that fails
		 * @throws InterruptedException if the thread is interrupted
		 */
		void delete() throws IOException, InterruptedException;

	}

}
