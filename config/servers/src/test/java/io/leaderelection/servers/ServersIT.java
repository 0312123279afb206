/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServersIT {

	@Test
	void redis() {
		try (RedisServer server = RedisServer.open()) {
			goThrough(server);
		}
	}

	@Test
	void postgres() {
		try (PostgresServer server = PostgresServer.open()) {
			goThrough(server);
		}
	}

	@Test
	void postgresReplica() {
		try (PostgresServer server = PostgresServer.open(); PostgresServer replica = server.openReplica()) {
			assertThat(replica.port()).isNotEqualTo(server.port());
			server.kill();
			replica.promote();
			assertThat(replica.isReady()).isTrue();
		}
	}

	@Test
	void mariaDb() {
		try (MariaDbServer server = MariaDbServer.open()) {
			goThrough(server);
		}
	}

	@Test
	void zooKeeper() {
		try (ZooKeeperServer server = ZooKeeperServer.open()) {
			goThrough(server);
		}
	}

	@Test
	void etcd() {
		try (EtcdServer server = EtcdServer.open()) {
			goThrough(server);
			server.stop();
			server.deleteData();
			server.start();
			assertThat(server.isReady()).isTrue();
		}
	}

	@Test
	void etcdCluster() {
		try (EtcdCluster cluster = EtcdCluster.open()) {
			EtcdServer last = cluster.members().get(0);
			List<EtcdServer> others = cluster.members().subList(1, 3);
			assertThat(cluster.members()).allMatch(TestServer::isReady);
			others.forEach(TestServer::kill);
			assertThat(Loopback.await(60_000, () -> !last.isReady())).as("one of three has no quorum").isTrue();
			cluster.start(others);
			assertThat(Loopback.await(60_000, last::isReady)).isTrue();
		}
	}

	private static void goThrough(TestServer server) {
		assertThat(server.isReady()).isTrue();
		server.kill();
		assertThat(Loopback.answers(server.port())).isFalse();
		server.start();
		server.freeze();
		server.thaw();
		assertThat(server.isReady()).isTrue();
		server.stop();
		assertThat(Loopback.answers(server.port())).isFalse();
		server.start();
		assertThat(server.isReady()).isTrue();
	}

}
