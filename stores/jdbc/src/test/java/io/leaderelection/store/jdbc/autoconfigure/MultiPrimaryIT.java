/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.store.jdbc.fence.autoconfigure.FencedTransactionsAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests a Galera cluster of one node.
 */
@Tag("server")
@ExtendWith(OutputCaptureExtension.class)
class MultiPrimaryIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcLeaseStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, FencedTransactionsAutoConfiguration.class))
		.withPropertyValues("spring.datasource.username=" + MariaDbServer.USER, "leader-election.backend=jdbc",
				"leader-election.namespace=" + UUID.randomUUID(), "leader-election.jdbc.initialize-schema=always",
				"leader-election.jdbc.fenced-transactions=true");

	@Test
	void galeraNodeFailsTheStart(CapturedOutput output) {
		try (MariaDbServer node = openNode()) {
			await().atMost(PATIENCE).ignoreExceptionsInstanceOf(SQLException.class).until(() -> isReady(node));
			this.contextRunner.withPropertyValues("spring.datasource.url=" + node.jdbcUrl())
				.run((context) -> assertThat(context.getStartupFailure())
					.hasStackTraceContaining("is a node of a Galera cluster (wsrep_on is ON)")
					.hasStackTraceContaining("a lock on one server has no effect on the others")
					.hasStackTraceContaining(
							"Remove leader-election.jdbc.fenced-transactions and compare fencing tokens"));
			this.contextRunner
				.withPropertyValues("spring.datasource.url=" + node.jdbcUrl(),
						"leader-election.jdbc.fenced-transactions=false")
				.run((context) -> assertThat(context).hasNotFailed());
			assertThat(output)
				.contains("is a node of a Galera cluster (wsrep_on is ON): instances that use different "
						+ "servers of it judge a lease by different clocks")
				.contains("Set leader-election.jdbc.url to the address of the same server on all instances");
		}
	}

	private static MariaDbServer openNode() {
		int port = Loopback.freePort();
		return MariaDbServer.open("--wsrep-on=ON", "--wsrep-provider=" + provider(), "--wsrep-cluster-address=gcomm://",
				"--wsrep-node-address=" + Loopback.HOST, "--wsrep-provider-options=gmcast.listen_addr=tcp://"
						+ Loopback.HOST + ":" + port + ";base_port=" + port,
				"--binlog-format=ROW");
	}

	private static String provider() {
		return Stream.of("/usr/lib/galera", "/usr/lib64/galera-4", "/usr/lib64/galera")
			.map((directory) -> Path.of(directory, "libgalera_smm.so"))
			.filter(Files::exists)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("libgalera_smm.so is missing: install the package galera-4"))
			.toString();
	}

	private static boolean isReady(MariaDbServer node) throws SQLException {
		try (Connection connection = DriverManager.getConnection(node.jdbcUrl(), MariaDbServer.USER, "");
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("show status like 'wsrep_ready'")) {
			return row.next() && "ON".equals(row.getString(2));
		}
	}

}
