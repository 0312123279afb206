/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.example.orders.ClosingOfBooks;
import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.applications.ElectionContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract for applications that elect over a database.
 */
public abstract class JdbcElectionContract extends ElectionContract {

	private final ApplicationContextRunner base = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				JdbcLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
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

	protected abstract String url();

	protected abstract String username();

	@Override
	protected ApplicationContextRunner runner() {
		return this.base.withPropertyValues("spring.datasource.url=" + url(),
				"spring.datasource.username=" + username());
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

	@Test
	protected void ownUrlIsUsedInsteadOfAnUnusableDataSource() {
		runner()
			.withPropertyValues("leader-election.jdbc.url=" + url(), "leader-election.jdbc.username=" + username(),
					"spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nothing")
			.run((context) -> await().atMost(PATIENCE).until(() -> election(context).isLeader()));
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

	@Test
	protected void manyStartAtOnceOnADatabaseWithoutTables() throws Exception {
		ExecutorService starts = Executors.newFixedThreadPool(4);
		try {
			CyclicBarrier together = new CyclicBarrier(4);
			List<Future<?>> started = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				started.add(starts.submit(() -> {
					together.await();
					runner()
						.withPropertyValues("leader-election.jdbc.table-name=raced_lease",
								"leader-election.lease-duration=2s")
						.run((context) -> {
							assertThat(context).hasNotFailed();
							await().atMost(PATIENCE).until(() -> election(context).leader().isPresent());
						});
					return null;
				}));
			}
			for (Future<?> start : started) {
				start.get(60, TimeUnit.SECONDS);
			}
		}
		finally {
			starts.shutdownNow();
		}
	}

	@Test
	protected void lockedRecordEndsTheTermUntilUnlocked() {
		runner()
			.withPropertyValues("leader-election.lease-duration=2s", "leader-election.retry-interval=200ms",
					"leader-election.namespace=locked")
			.run((context) -> {
				LeaderElection election = election(context);
				await().atMost(PATIENCE).until(election::isLeader);
				long token = election.leadership().orElseThrow().fencingToken();
				try (Connection foreign = DriverManager.getConnection(url(), username(), "")) {
					foreign.setAutoCommit(false);
					try (PreparedStatement lock = foreign
						.prepareStatement("select token from leader_lease where namespace = ? for update")) {
						lock.setBytes(1, "locked".getBytes(StandardCharsets.UTF_8));
						lock.executeQuery();
					}
					await().atMost(PATIENCE).until(() -> !election.isLeader());
					foreign.rollback();
				}
				await().atMost(PATIENCE).until(election::isLeader);
				assertThat(election.leadership().orElseThrow().fencingToken()).isGreaterThan(token);
			});
	}

}
