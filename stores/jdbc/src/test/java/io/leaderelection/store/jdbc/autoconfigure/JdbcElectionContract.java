/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.time.Duration;

import javax.sql.DataSource;

import com.example.orders.ClosingOfBooks;
import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.store.jdbc.OnDatabase;
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
public abstract class JdbcElectionContract extends ElectionContract implements OnDatabase {

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
