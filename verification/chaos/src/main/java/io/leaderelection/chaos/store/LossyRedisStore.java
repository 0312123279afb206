/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * Redis with a replica that takes over without the last writes.
 */
final class LossyRedisStore implements ChaosStore, Failover {

	private RedisServer primary = RedisServer.open();

	private @Nullable RedisServer replica;

	private @Nullable TcpProxy replication;

	LossyRedisStore() {
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
		RedisServer promoted = this.replica;
		if (promoted == null) {
			throw new IllegalStateException("There is no replica");
		}
		this.primary.close();
		closeReplication();
		try {
			Resp.call(promoted.port(), "REPLICAOF", "NO", "ONE");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.primary = promoted;
		this.replica = null;
		return promoted.port();
	}

	@Override
	public synchronized void renewReplica() {
		TcpProxy proxy = TcpProxy.to(this.primary.port());
		this.replication = proxy;
		this.replica = RedisServer.open("--replicaof", Loopback.HOST + " " + proxy.port());
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
		return RedisStore.redisArguments(port);
	}

	@Override
	public synchronized void deleteRecord() throws IOException {
		RedisStore.deleteRecord(this.primary.port());
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
