/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("slow")
class ServersIT {

	static Stream<Supplier<TestServer>> servers() {
		return Stream.of(RedisServer::open, PostgresServer::open, MariaDbServer::open, MySqlServer::open,
				ZooKeeperServer::open, AzuriteServer::open, AzuriteServer::openWithData);
	}

	@ParameterizedTest
	@MethodSource("servers")
	void serverStartsAgainAfterKillAndStop(Supplier<TestServer> open) {
		try (TestServer server = open.get()) {
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
	void pgBouncer() {
		try (PostgresServer server = PostgresServer.open();
				PgBouncerServer pool = PgBouncerServer.open(server, PgBouncerServer.PoolMode.TRANSACTION)) {
			goThrough(pool);
		}
	}

	@Test
	void mariaDbKeepsTemporaryTablesOfOtherServers() throws IOException {
		Path ofAnother = Path.of(System.getProperty("java.io.tmpdir")).resolve("#sql-temptable-servers-it.MAI");
		Files.writeString(ofAnother, "");
		try (MariaDbServer server = MariaDbServer.open()) {
			assertThat(server.isReady()).isTrue();
			assertThat(ofAnother).exists();
		}
		finally {
			Files.deleteIfExists(ofAnother);
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

	@Test
	void azuriteWithSteppedClock() {
		try (AzuriteServer server = AzuriteServer.openWithSteppedClock()) {
			long before = server.now();
			server.elapse(Duration.ofHours(1));
			assertThat(server.now() - before).isBetween(3_600_000L, 3_660_000L);
		}
	}

	@Test
	void redisWithSteppedClock() throws IOException {
		try (FakeTime time = FakeTime.open(); RedisServer server = RedisServer.openUnder(time)) {
			long before = redisSeconds(server);
			time.step(Duration.ofHours(1));
			assertThat(redisSeconds(server) - before).isBetween(3600L, 3660L);
			time.step(Duration.ofHours(-2));
			assertThat(redisSeconds(server) - before).isBetween(-3600L, -3540L);
			assertThat(time.offset()).isEqualTo(Duration.ofHours(-1));
			goThrough(server);
		}
	}

	@Test
	void databasesWithSteppedClocks() {
		try (FakeTime time = FakeTime.open(); PostgresServer server = PostgresServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			goThrough(server);
			server.stopFast();
			assertThat(Loopback.answers(server.port())).isFalse();
		}
		try (FakeTime time = FakeTime.open(); MariaDbServer server = MariaDbServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			goThrough(server);
		}
		try (FakeTime time = FakeTime.open(); MySqlServer server = MySqlServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			goThrough(server);
		}
	}

	private static long redisSeconds(RedisServer server) throws IOException {
		try (Socket socket = Loopback.connect(server.port())) {
			socket.setSoTimeout(10_000);
			socket.getOutputStream().write("TIME\r\n".getBytes(StandardCharsets.US_ASCII));
			BufferedReader answer = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
			assertThat(answer.readLine()).as("two texts").isEqualTo("*2");
			assertThat(answer.readLine()).startsWith("$");
			return Long.parseLong(answer.readLine());
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
