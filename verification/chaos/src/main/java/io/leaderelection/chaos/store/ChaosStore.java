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
 * @param requestsStandAlone whether a request is also valid on another connection
 * @param arguments the arguments for an instance, by the port at which it reaches the
 * server; {@code -D...} are system properties
 * @param deletion deletes the record of the election, as a person could; {@code null}
 * with a failover
 * @param server its server, or {@code null} if it must not be stopped
 * @param clock the wall clock of the server, or {@code null} if it cannot be stepped, or
 * does not determine leases
 * @param failover the failover to a replica, or {@code null} without a replica
 */
public record ChaosStore(Duration lease, boolean hasPool, boolean requestsStandAlone,
		IntFunction<List<String>> arguments, @Nullable Deletion deletion, @Nullable StoreServer server,
		@Nullable FakeTime clock, @Nullable Failover<?> failover) implements AutoCloseable {

	/** The namespace of the election. */
	public static final String NAMESPACE = "chaos";

	/** The election of the sample. */
	public static final String ELECTION = "invoices";

	/** Creates a store that keeps what it has confirmed. */
	ChaosStore(Duration lease, boolean hasPool, boolean requestsStandAlone, IntFunction<List<String>> arguments,
			@Nullable Deletion deletion, @Nullable StoreServer server, @Nullable FakeTime clock) {
		this(lease, hasPool, requestsStandAlone, arguments, deletion, server, clock, null);
	}

	/** Returns this store with a failover as its only fault. */
	ChaosStore lossy(Failover<?> failover) {
		return new ChaosStore(this.lease, this.hasPool, this.requestsStandAlone, this.arguments, null, null, null,
				failover);
	}

	/**
	 * Returns the port at which the server listens.
	 * @return the port that instances connect to, or empty if there is no network
	 */
	public OptionalInt port() {
		if (this.failover != null) {
			return OptionalInt.of(this.failover.port());
		}
		return (this.server != null) ? OptionalInt.of(this.server.server().port()) : OptionalInt.empty();
	}

	@Override
	public void close() {
		if (this.failover != null) {
			this.failover.close();
		}
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
