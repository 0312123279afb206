/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import com.example.orders.ClosingOfBooks;
import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.OnDatabase;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract for applications that elect over a database.
 */
@ExtendWith(OutputCaptureExtension.class)
public abstract class JdbcElectionContract extends ElectionContract implements OnDatabase {

	private final ApplicationContextRunner base = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLeaseStoreAutoConfiguration.class,
						LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=" + getClass().getSimpleName(),
				"leader-election.jdbc.initialize-schema=always")
		.withPropertyValues(properties());

	/** Further properties. */
	protected String[] properties() {
		return new String[0];
	}

	@Override
	protected String store() {
		return "jdbc";
	}

	private String url() {
		return database().remoteUrl();
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.base.withPropertyValues("spring.datasource.url=" + url(),
				"spring.datasource.username=" + database().user());
	}

	@Test
	@Override
	protected void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		checkHandover(runner().withPropertyValues("leader-election.lease-duration=1m"));
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context closes can use the data source until its end")
	protected void rule08WorkHasItsDataSourceUntilItEnds() {
		checkWorkEndsBeforeItsClient(runner().withBean(ClosingOfBooks.class),
				(application) -> application.getBean(ClosingOfBooks.class).work(),
				(application) -> application.getBean(HikariDataSource.class)::isClosed);
	}

	/** A migration may run in the background, elsewhere, or in the next release. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	protected void tablesMayComeLater(boolean older, CapturedOutput output) throws SQLException {
		String table = older ? "older_lease" : "later_lease";
		LeaseSchema schema = new LeaseSchema(database().dialect(), table);
		try (Connection admin = database().connect(); Statement statement = admin.createStatement()) {
			if (older) {
				schema.create(admin);
				statement.execute(rename(table, "not_before", "earliest"));
			}
			runner()
				.withPropertyValues("leader-election.jdbc.initialize-schema=never",
						"leader-election.jdbc.table-name=" + table, "leader-election.retry-interval=100ms",
						"leader-election.lease-duration=2s")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					LeaderElection election = election(context);
					await().atMost(PATIENCE).until(() -> election.status().refused());
					assertThat(election.status().lastError())
						.contains("A table or column of leader election is missing in")
						.containsIgnoringCase(older ? "not_before" : "later_");
					await().atMost(PATIENCE).until(() -> output.getAll().contains("create table " + table));
					if (older) {
						statement.execute(rename(table, "earliest", "not_before"));
					}
					else {
						schema.create(admin);
					}
					await().atMost(PATIENCE).until(election::isLeader);
					assertThat(election.status().refused()).isFalse();
				});
		}
		assertThat(output).containsOnlyOnce("create table " + table + " (")
			.containsOnlyOnce(
					"Store '" + store() + "': the store refuses: A table or column of leader election is missing")
			.containsOnlyOnce("Store '" + store() + "': the store answers again");
	}

	private String rename(String table, String column, String name) {
		return "alter table " + table + ((database().dialect() == JdbcDialect.H2)
				? " alter column " + column + " rename to " + name : " rename column " + column + " to " + name);
	}

	@Test
	protected void applicationThatKeepsAllItsConnectionsLeadsOn() {
		runner().withPropertyValues("spring.datasource.hikari.maximum-pool-size=1", "leader-election.lease-duration=1s")
			.run((context) -> {
				LeaderElection election = election(context);
				try (Connection kept = context.getBean(DataSource.class).getConnection()) {
					assertThat(kept.isValid(5)).isTrue();
					await().atMost(PATIENCE).until(election::isLeader);
					long token = election.leadership().orElseThrow().fencingToken();
					// Longer than the lease
					await().pollDelay(Duration.ofSeconds(3)).atMost(PATIENCE).until(election::isLeader);
					assertThat(election.leadership().orElseThrow().fencingToken()).isEqualTo(token);
				}
			});
	}

}
