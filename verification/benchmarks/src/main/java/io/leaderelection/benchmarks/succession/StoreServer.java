/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.ZooKeeperServer;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/**
 * The store that candidates share: a server on the loopback interface, or a directory.
 */
final class StoreServer implements AutoCloseable {

	private final int port;

	private final IntFunction<List<String>> properties;

	private final AutoCloseable stop;

	private StoreServer(int port, IntFunction<List<String>> properties, AutoCloseable stop) {
		this.port = port;
		this.properties = properties;
		this.stop = stop;
	}

	static StoreServer directory(Path directory) {
		return new StoreServer(0, (none) -> List.of("--leader-election.local.directory=" + directory), () -> {
		});
	}

	/**
	 * Opens Redis.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer redis(@Nullable Integer port) {
		IntFunction<List<String>> properties = (at) -> List.of("--spring.data.redis.host=" + Loopback.HOST,
				"--spring.data.redis.port=" + at);
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		RedisServer server = RedisServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens PostgreSQL: its database {@code postgres}, with the user {@code postgres}
	 * without a password.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer postgres(@Nullable Integer port) {
		IntFunction<List<String>> properties = dataSource("jdbc:postgresql://" + Loopback.HOST + ":%d/postgres",
				PostgresServer.USER);
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		PostgresServer server = PostgresServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens MariaDB: its database {@code test}, with the user {@code root} without a
	 * password.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer mariaDb(@Nullable Integer port) {
		IntFunction<List<String>> properties = dataSource("jdbc:mariadb://" + Loopback.HOST + ":%d/test",
				MariaDbServer.USER);
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		MariaDbServer server = MariaDbServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens H2 in server mode, in this process.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer h2(@Nullable Integer port) {
		IntFunction<List<String>> properties = dataSource(
				"jdbc:h2:tcp://" + Loopback.HOST + ":%d/mem:succession;DB_CLOSE_DELAY=-1", "sa");
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		try {
			Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
			return new StoreServer(server.getPort(), properties, server::stop);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("H2 did not start", ex);
		}
	}

	/**
	 * Opens etcd.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer etcd(@Nullable Integer port) {
		IntFunction<List<String>> properties = (at) -> List
			.of("--leader-election.etcd.endpoints=http://" + Loopback.HOST + ":" + at);
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		EtcdServer server = EtcdServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens ZooKeeper.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer zooKeeper(@Nullable Integer port) {
		IntFunction<List<String>> properties = (at) -> List
			.of("--leader-election.zookeeper.connect-string=" + Loopback.HOST + ":" + at);
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		ZooKeeperServer server = ZooKeeperServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens Azurite, the emulator of Azure Storage.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer azurite(@Nullable Integer port) {
		IntFunction<List<String>> properties = (at) -> List
			.of("--leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(at));
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		AzuriteServer server = AzuriteServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	/**
	 * Opens an API server of Kubernetes, with etcd.
	 * @param port the port of a running server, or {@code null} to start one
	 * @return the server
	 */
	static StoreServer kubernetes(@Nullable Integer port) {
		IntFunction<List<String>> properties = (at) -> List.of(
				"-Dkubernetes.master=https://" + Loopback.HOST + ":" + at + "/",
				"-Dkubernetes.auth.tryKubeConfig=false", "-Dkubernetes.auth.tryServiceAccount=false",
				"-Dkubernetes.auth.token=" + KubeApiServer.ADMIN_TOKEN, "-Dkubernetes.trust.certificates=true",
				"-Dno.proxy=" + Loopback.HOST, "--leader-election.kubernetes.namespace=default");
		if (port != null) {
			return new StoreServer(port, properties, () -> {
			});
		}
		KubeApiServer server = KubeApiServer.open();
		return new StoreServer(server.port(), properties, server);
	}

	private static IntFunction<List<String>> dataSource(String url, String user) {
		return (port) -> List.of("--spring.datasource.url=" + String.format(url, port),
				"--spring.datasource.username=" + user, "--spring.datasource.password=");
	}

	/**
	 * Returns the properties that name the server: properties of Spring Boot as
	 * arguments, or system properties as options of Java.
	 * @param proxy the proxy in front of the server, if any
	 * @return the properties
	 */
	List<String> properties(@Nullable TcpProxy proxy) {
		return this.properties.apply((proxy != null) ? proxy.port() : this.port);
	}

	/**
	 * Whether it is reached over a network.
	 * @return whether it has a port
	 */
	boolean isRemote() {
		return this.port != 0;
	}

	TcpProxy openProxy() {
		return TcpProxy.to(this.port);
	}

	int port() {
		return this.port;
	}

	/**
	 * Opens a connection to the database.
	 * @return the connection
	 * @throws SQLException if that fails
	 */
	Connection connect() throws SQLException {
		List<String> properties = properties(null);
		return DriverManager.getConnection(value(properties.get(0)), value(properties.get(1)), "");
	}

	private static String value(String argument) {
		return argument.substring(argument.indexOf('=') + 1);
	}

	@Override
	public void close() {
		try {
			this.stop.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException("The server did not stop", ex);
		}
	}

}
