/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;

/**
 * A server with an asynchronous replica that takes over without the last writes.
 *
 * @param <S> the kind of server
 */
public final class Failover<S extends TestServer> implements AutoCloseable {

	private final BiFunction<S, Integer, S> replicating;

	private final Consumer<S> promoting;

	private S primary;

	/** Equal to the primary once it is promoted. */
	private S replica;

	private TcpProxy replication;

	/**
	 * Adds a replica to a server.
	 * @param primary the server
	 * @param replicating starts a replica of a server that reaches it at a port
	 * @param promoting makes a replica a primary
	 */
	Failover(S primary, BiFunction<S, Integer, S> replicating, Consumer<S> promoting) {
		this.replicating = replicating;
		this.promoting = promoting;
		this.primary = primary;
		this.replication = TcpProxy.to(primary.port());
		this.replica = replicating.apply(primary, this.replication.port());
	}

	synchronized int port() {
		return this.primary.port();
	}

	/**
	 * Withholds from the replica what the server confirms from now on.
	 */
	public synchronized void holdReplication() {
		this.replication.blackHole();
	}

	/**
	 * Kills the server and promotes the replica.
	 * @return the port that instances must connect to from now on
	 */
	public synchronized int promote() {
		this.primary.close();
		// What was withheld must not arrive at the end of the black hole
		this.replication.reset();
		this.replication.close();
		this.promoting.accept(this.replica);
		this.primary = this.replica;
		return this.primary.port();
	}

	/**
	 * Adds a new replica to the server.
	 */
	public synchronized void renewReplica() {
		closeReplica();
		this.replication = TcpProxy.to(this.primary.port());
		this.replica = this.replicating.apply(this.primary, this.replication.port());
	}

	private void closeReplica() {
		this.replication.close();
		if (!this.replica.equals(this.primary)) {
			this.replica.close();
		}
	}

	@Override
	public synchronized void close() {
		closeReplica();
		this.primary.close();
	}

}
