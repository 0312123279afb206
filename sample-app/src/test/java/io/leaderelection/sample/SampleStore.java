/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.sample.ledger.DatabaseLedger;
import io.leaderelection.sample.ledger.FileLedger;
import io.leaderelection.sample.ledger.Ledger;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The store of the instances: a server, which each instance reaches through its own
 * proxy, or the local store.
 */
final class SampleStore implements AutoCloseable {

	private final TestServer server;

	private final String profile;

	private final String url;

	private final Map<String, TcpProxy> networks = new ConcurrentHashMap<>();

	private SampleStore(TestServer server, String profile, String url) {
		this.server = server;
		this.profile = profile;
		this.url = url;
	}

	static SampleStore local() {
		return new SampleStore(null, "local", "");
	}

	static SampleStore redis() {
		return new SampleStore(RedisServer.open(), "redis", "redis://127.0.0.1:%d");
	}

	static SampleStore postgres() {
		return new SampleStore(PostgresServer.open(), "postgres", "jdbc:postgresql://127.0.0.1:%d/postgres");
	}

	static SampleStore mariaDb() {
		// As in the profile: a leader frozen in a fenced transaction must not keep its
		// locks for
		// hours
		return new SampleStore(MariaDbServer.open(), "mariadb",
				"jdbc:mariadb://127.0.0.1:%d/test?sessionVariables=idle_transaction_timeout=10");
	}

	List<String> arguments(String instance) {
		if (this.server == null) {
			return List.of();
		}
		TcpProxy network = TcpProxy.to(this.server.port());
		this.networks.put(instance, network);
		String reached = this.url.formatted(network.port());
		String profile = "--spring.profiles.active=" + this.profile;
		return (this.server instanceof RedisServer) ? List.of(profile, "--spring.data.redis.url=" + reached)
				: List.of(profile, "--spring.datasource.url=" + reached);
	}

	/** Returns the proxy between an instance and the server. */
	TcpProxy network(String instance) {
		return this.networks.get(instance);
	}

	/** Returns the ledger of the instances, without a proxy in between. */
	Ledger ledger(Path directory) {
		if (this.server == null || this.server instanceof RedisServer) {
			return FileLedger.open(directory);
		}
		String user = (this.server instanceof PostgresServer) ? PostgresServer.USER : MariaDbServer.USER;
		return DatabaseLedger.open(new DriverManagerDataSource(this.url.formatted(this.server.port()), user, ""));
	}

	@Override
	public void close() {
		this.networks.values().forEach(TcpProxy::close);
		if (this.server != null) {
			this.server.close();
		}
	}

}
