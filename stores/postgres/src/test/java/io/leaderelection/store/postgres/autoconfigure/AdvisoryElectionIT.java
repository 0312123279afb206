/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.autoconfigure.PostgresElectionIT;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests applications that elect over advisory locks.
 */
@Tag("server")
@Tag("slow")
class AdvisoryElectionIT extends PostgresElectionIT {

	@Override
	protected ApplicationContextRunner runner() {
		return super.runner().withConfiguration(AutoConfigurations.of(PostgresLeaseStoreAutoConfiguration.class));
	}

	@Override
	protected String[] properties() {
		return new String[] { "leader-election.backend=postgres" };
	}

	@Override
	protected String store() {
		return "postgres";
	}

	private static long value(String sql) throws SQLException {
		try (Connection admin = DriverManager.getConnection(server.jdbcUrl(), PostgresServer.USER, "");
				Statement statement = admin.createStatement();
				ResultSet row = statement.executeQuery(sql)) {
			return row.next() ? row.getLong(1) : 0;
		}
	}

	/**
	 * Ends the sessions with locks and makes all candidates send requests before the
	 * locks are acquired again.
	 */
	private static void removeGuardLocks() throws SQLException {
		value("select count(pg_terminate_backend(pid, 30000)) from pg_locks where locktype = 'advisory'");
		value("""
				select count(pg_notify('leader_election_' || left(encode(sha256(namespace), 'hex'), 32),
					encode(election, 'hex'))) from leader_lease""");
	}

	@Test
	void forcedRemovalOfTheLockCostsTheRestOfTheLease() {
		ApplicationContextRunner runner = runner().withPropertyValues("leader-election.lease-duration=9s",
				"leader-election.namespace=forced");
		runner.run((one) -> runner.run((two) -> {
			LeaderElection first = election(one);
			LeaderElection second = election(two);
			awaitLeader(first, second);
			LeaderElection former = first.isLeader() ? first : second;
			long token = former.leadership().orElseThrow().fencingToken();
			String ofTheTerm = "select not_before from leader_lease where namespace = convert_to('forced', 'UTF8')";
			// The leader's next renewal may come first and acquire the lock again
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
				if (value(ofTheTerm) > 0) {
					return true;
				}
				removeGuardLocks();
				return false;
			});
			// The lock of the waiting term may be lost, too; then either candidate may be
			// next
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
				boolean firstLeads = first.isLeader();
				boolean secondLeads = second.isLeader();
				assertThat(firstLeads && secondLeads && first.isLeader()).as("two leaders").isFalse();
				return leadsAbove(token, first) || leadsAbove(token, second);
			});
			assertThat(value("select floor(extract(epoch from clock_timestamp()) * 1000)::bigint"))
				.as("now, which is after the end of the former lease")
				.isGreaterThanOrEqualTo(value(ofTheTerm));
		}));
	}

	private static boolean leadsAbove(long token, LeaderElection election) {
		return election.leadership().filter((leadership) -> leadership.fencingToken() > token).isPresent();
	}

	@Test
	void queryOnThePageShowsWhoLeads() throws IOException {
		Matcher query = Pattern.compile("^```sql\\n(select .*?);\\n```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "postgres.md")));
		assertThat(query.find()).isTrue();
		String shown = "select count(*) from (" + query.group(1) + ") l (namespace, election, application, address) "
				+ "where namespace = 'shown' and application like 'leader-election:who-%'";
		runner().withPropertyValues("leader-election.namespace=shown", "leader-election.instance-name=who")
			.run((context) -> {
				await().atMost(PATIENCE).until(election(context)::isLeader);
				assertThat(value(shown)).isEqualTo(1);
			});
	}

	@Test
	void poolOfTransactionsEndsTheStart() {
		try (PgBouncerServer pool = PgBouncerServer.open(server, PoolMode.TRANSACTION)) {
			runner().withPropertyValues("leader-election.jdbc.url=" + pool.jdbcUrl())
				.run((context) -> assertThat(context.getStartupFailure())
					.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
					.hasStackTraceContaining("pools transactions")
					.hasStackTraceContaining("Set leader-election.jdbc.url to the server itself"));
		}
	}

}
