/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL with an asynchronous replica that takes over without the last writes.
 */
final class LossyPostgresStore implements ChaosStore, Failover {

	private PostgresServer primary = PostgresServer.open();

	private @Nullable PostgresServer replica;

	private @Nullable TcpProxy replication;

	LossyPostgresStore() {
		renewReplica();
	}

	@Override
	public synchronized void holdReplication() {
		if (this.replication != null) {
			this.replication.blackHole();
		}
	}

	@Override
	public synchronized int promote() {
		PostgresServer promoted = this.replica;
		if (promoted == null) {
			throw new IllegalStateException("There is no replica");
		}
		this.primary.close();
		closeReplication();
		promoted.promote();
		this.primary = promoted;
		this.replica = null;
		return promoted.port();
	}

	@Override
	public synchronized void renewReplica() {
		TcpProxy proxy = TcpProxy.to(this.primary.port());
		this.replication = proxy;
		this.replica = this.primary.openReplicaThrough(proxy.port());
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
	public List<String> arguments(int port) {
		return PostgresStore.postgresArguments("postgres", port);
	}

	@Override
	public boolean hasPool() {
		return true;
	}

	@Override
	public synchronized void deleteRecord() throws IOException {
		Sql.deleteRecord(this.primary.jdbcUrl(), PostgresServer.USER);
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
