/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

import com.example.orders.Transfers;
import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.guard.stall.LeaderElectionStallAutoConfiguration;
import io.leaderelection.guard.transaction.LeaderElectionTransactionAutoConfiguration;
import io.leaderelection.schedule.LeaderElectionScheduleAutoConfiguration;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaseStoreAutoConfiguration;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Transactions of an application whose guarded work is interrupted in the middle.
 */
@Timeout(60)
class InterruptedTransactionsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final String url = "jdbc:h2:mem:interrupted-" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcLeaseStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, LeaderElectionScheduleAutoConfiguration.class,
				LeaderElectionStallAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class,
				LeaderElectionTransactionAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, TransactionAutoConfiguration.class))
		.withUserConfiguration(Scheduling.class)
		.withBean("loss", Runnable.class, () -> this::lose)
		.withBean(Transfers.Accounts.class)
		.withBean(Transfers.class)
		.withPropertyValues("leader-election.namespace=tests", "leader-election.backend=jdbc",
				"leader-election.lease-duration=6s", "leader-election.renew-interval=200ms",
				"leader-election.drain-timeout=1s", "spring.datasource.url=" + this.url);

	/** Ends the term as soon as it is renewed, as if another instance had won it. */
	private void lose() {
		try (Connection connection = DriverManager.getConnection(this.url, "sa", "");
				Statement statement = connection.createStatement()) {
			statement.executeUpdate("update leader_lease set token = token + 1");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A call of guarded work. */
	@FunctionalInterface
	interface Call {

		void run(Transfers transfers) throws Exception;

	}

	/** How a transaction comes to be inside guarded work. */
	enum Way {

		DECLARED_BESIDE_THE_GUARD(Transfers::guarded), INTERRUPTED_BECAUSE_IT_STALLED(Transfers::stalled),
		RULES_OF_ITS_OWN(Transfers::withRulesOfItsOwn), ANOTHER_CHECKED_EXCEPTION(Transfers::throwingAnotherException),
		TRANSACTIONAL_BEAN_INSIDE(Transfers::callingATransactionalBean),
		NEW_TRANSACTION_INSIDE(Transfers::withANewTransactionInside), PROGRAMMATIC(Transfers::programmatic);

		private final Call call;

		Way(Call call) {
			this.call = call;
		}

	}

	@ParameterizedTest
	@EnumSource
	@DisplayName("Work that the guard interrupts, and that throws, is rolled back as a whole")
	void interruptedWorkIsRolledBack(Way way) {
		this.runner.run((context) -> {
			Transfers transfers = leading(context).getBean(Transfers.class);
			assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> way.call.run(transfers));
			assertThat(context.getBean(Transfers.Accounts.class).entries()).isEmpty();
		});
	}

	@Test
	void workThatHandlesTheInterruptIsCommitted() {
		this.runner.run((context) -> {
			leading(context).getBean(Transfers.class).handlingTheInterrupt();
			assertThat(Thread.interrupted()).isFalse();
			assertThat(context.getBean(Transfers.Accounts.class).entries()).containsExactly("debit");
		});
	}

	@Test
	void interruptedTickIsRolledBack() {
		this.runner.run((context) -> {
			Transfers.Accounts accounts = leading(context).getBean(Transfers.Accounts.class);
			context.getBean(Ticks.class).runNow("yearly");
			assertRolledBack(accounts, election(context));
		});
	}

	@Test
	void interruptedTaskIsRolledBack() {
		this.runner.withBean(Transfers.Task.class)
			.run((context) -> assertRolledBack(leading(context).getBean(Transfers.Accounts.class), election(context)));
	}

	private static void assertRolledBack(Transfers.Accounts accounts, LeaderElection election)
			throws InterruptedException {
		accounts.awaitDebit();
		// It contends again when its work has ended
		await().atMost(PATIENCE)
			.until(() -> election.status()
				.transitions()
				.stream()
				.filter((transition) -> transition.to() == ElectionState.LEADER)
				.count() > 1);
		assertThat(accounts.entries()).isEmpty();
	}

	private static LeaderElection election(ApplicationContext context) {
		return context.getBean(LeaderElections.class).get("default");
	}

	private static ApplicationContext leading(ApplicationContext context) {
		context.getBean(Transfers.Accounts.class).createTable();
		await().atMost(PATIENCE).until(() -> election(context).isLeader());
		return context;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

}
