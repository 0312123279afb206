/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import org.jspecify.annotations.Nullable;

/**
 * A server with an asynchronous replica that takes over without the last writes.
 *
 * @param <S> the kind of server
 */
final class LossyStore<S extends TestServer> implements ChaosStore, Failover {

	private final StoreAccess access;

	private final BiFunction<S, Integer, S> replicating;

	private final Consumer<S> promoting;

	private S primary;

	private @Nullable S replica;

	private @Nullable TcpProxy replication;

	/**
	 * Adds a replica to a server.
	 * @param access how instances reach it
	 * @param primary the server
	 * @param replicating starts a replica of a server that reaches it at a port
	 * @param promoting makes a replica a primary
	 */
	LossyStore(StoreAccess access, S primary, BiFunction<S, Integer, S> replicating, Consumer<S> promoting) {
		this.access = access;
		this.primary = primary;
		this.replicating = replicating;
		this.promoting = promoting;
		renewReplica();
	}

	@Override
	public StoreAccess access() {
		return this.access;
	}

	@Override
	public synchronized void holdReplication() {
		if (this.replication != null) {
			this.replication.blackHole();
		}
	}

	@Override
	public synchronized int promote() {
		S promoted = this.replica;
		if (promoted == null) {
			throw new IllegalStateException("There is no replica");
		}
		this.primary.close();
		closeReplication();
		this.promoting.accept(promoted);
		this.primary = promoted;
		this.replica = null;
		return promoted.port();
	}

	@Override
	public synchronized void renewReplica() {
		TcpProxy proxy = TcpProxy.to(this.primary.port());
		this.replication = proxy;
		this.replica = this.replicating.apply(this.primary, proxy.port());
	}

	private void closeReplication() {
		if (this.replication != null) {
			this.replication.close();
			this.replication = null;
		}
	}

	@Override
	public synchronized OptionalInt port() {
		return OptionalInt.of(this.primary.port());
	}

	@Override
	public Optional<Failover> failover() {
		return Optional.of(this);
	}

	@Override
	public synchronized void close() {
		closeReplication();
		if (this.replica != null) {
			this.replica.close();
		}
		this.primary.close();
	}

}
