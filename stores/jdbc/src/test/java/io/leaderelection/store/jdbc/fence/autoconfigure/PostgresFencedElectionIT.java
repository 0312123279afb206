/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import com.example.orders.FencedWork;
import com.example.orders.FencedWork.Interruption;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.LendingDataSource;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaseStoreAutoConfiguration;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests whole applications over PostgreSQL.
 */
@Tag("server")
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
public class PostgresFencedElectionIT {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static PostgresServer server;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, TransactionAutoConfiguration.class,
				JdbcLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
				FencedTransactionsAutoConfiguration.class))
		.withBean(FencedWork.class)
		.withPropertyValues("spring.datasource.url=" + server.jdbcUrl(),
				"spring.datasource.username=" + PostgresServer.USER, "leader-election.namespace=" + UUID.randomUUID(),
				"leader-election.jdbc.initialize-schema=always", "leader-election.jdbc.fenced-transactions=true");

	@BeforeAll
	protected static void start() {
		server = PostgresServer.open();
	}

	@AfterAll
	protected static void stop() {
		server.close();
	}

	private static void execute(String sql) {
		JdbcClient.create(new DriverManagerDataSource(server.jdbcUrl(), PostgresServer.USER, "")).sql(sql).update();
	}

	/** Returns a runner of applications that elect by the store. */
	protected ApplicationContextRunner runner() {
		return this.contextRunner.withPropertyValues("leader-election.backend=jdbc");
	}

	private static LeaderElection election(ApplicationContext context) {
		return context.getBean(LeaderElections.class).get("default");
	}

	@Test
	protected void termsAfterAStepDownAreFenced() {
		runner().withPropertyValues("leader-election.cool-down=100ms", "leader-election.retry-interval=100ms")
			.run((context) -> {
				LeaderElection election = election(context);
				await().atMost(PATIENCE).until(election::isLeader);
				long token = election.leadership().orElseThrow().fencingToken();
				election.stepDown();
				await().atMost(PATIENCE)
					.until(() -> election.leadership().filter((term) -> term.fencingToken() > token).isPresent());
				FencedWork work = assertCommits(context);
				String id = UUID.randomUUID().toString();
				// A grant to another candidate, which this leader notices at its next
				// renewal
				assertThatExceptionOfType(FencedTransactionException.class).isThrownBy(() -> work.write(id,
						() -> execute("update leader_fence set nonce = md5(nonce), token = token + 1")));
				assertThat(work.isWritten(id)).isFalse();
			});
	}

	private static FencedWork assertCommits(ApplicationContext context) {
		FencedWork work = context.getBean(FencedWork.class);
		work.createTable();
		String id = UUID.randomUUID().toString();
		assertThat(work.write(id, Interruption.NONE)).isTrue();
		assertThat(work.isWritten(id)).isTrue();
		return work;
	}

	@Test
	protected void comparisonSetsTheIdleTransactionTimeout(CapturedOutput output) {
		runner().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("are fenced, those of: transactionManager")
				.doesNotContain("can delay the next leader without limit");
		});
	}

	@Test
	protected void userWithoutLockPrivilegeFailsTheStart() {
		execute("create role restricted login");
		runner().run((first) -> assertThat(first).hasNotFailed());
		execute("grant select on leader_fence to restricted");
		ApplicationContextRunner restricted = withOwnUrl().withPropertyValues("spring.datasource.username=restricted");
		restricted.run((context) -> assertThat(context.getStartupFailure())
			.hasStackTraceContaining("cannot lock rows of leader_fence")
			.hasStackTraceContaining("permission denied")
			.hasStackTraceContaining("grant select, update on leader_fence"));
		execute("grant update (nonce) on leader_fence to restricted");
		restricted.run((context) -> assertThat(context).hasNotFailed());
	}

	/** Returns a runner whose store connects to the server itself. */
	private ApplicationContextRunner withOwnUrl() {
		return runner().withPropertyValues("leader-election.jdbc.url=" + server.jdbcUrl(),
				"leader-election.jdbc.username=" + PostgresServer.USER);
	}

	@Test
	protected void replicaFailsTheStart() {
		withOwnUrl().run((context) -> assertThat(context).hasNotFailed());
		try (PostgresServer replica = server.openReplica()) {
			withOwnUrl().withPropertyValues("spring.datasource.url=" + replica.jdbcUrl())
				.run((context) -> assertThat(context.getStartupFailure())
					.hasStackTraceContaining(
							"the DataSource of the transaction manager 'transactionManager' is read-only")
					.hasStackTraceContaining("no row of leader_fence can be locked there")
					.hasStackTraceContaining("leader-election.jdbc.fenced-transaction-managers"));
		}
	}

	@Test
	protected void readOnlyServerIsRetriedDuringAFailover(CapturedOutput output) {
		AtomicReference<String> url = new AtomicReference<>();
		DataSource source = new LendingDataSource(() -> {
			if (url.get() == null) {
				throw new SQLException("not yet there");
			}
			return DriverManager.getConnection(url.get(), PostgresServer.USER, "");
		});
		withOwnUrl().withBean(DataSource.class, () -> source).run((context) -> {
			assertThat(output).contains("cannot be committed yet")
				.contains("Cannot connect to the DataSource of 'transactionManager'");
			url.set(server.jdbcUrl() + "?options=-c%20default_transaction_read_only=on");
			await().atMost(PATIENCE)
				.until(() -> output.getOut().contains("in a read-only transaction. The check is repeated"));
			url.set(server.jdbcUrl());
			await().atMost(PATIENCE).until(() -> output.getOut().contains("can be committed from now on"));
			await().atMost(PATIENCE).until(election(context)::isLeader);
			assertCommits(context);
		});
	}

}
