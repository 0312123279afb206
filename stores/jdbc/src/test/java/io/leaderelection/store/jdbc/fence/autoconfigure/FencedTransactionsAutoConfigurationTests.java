/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import com.example.orders.FencedWork;
import com.example.orders.FencedWork.Interruption;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.LendingDataSource;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaseStoreAutoConfiguration;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.testkit.InMemoryLeaseStore;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class FencedTransactionsAutoConfigurationTests {

	private static final String PROPERTY = "leader-election.jdbc.fenced-transactions";

	private final String name = "fenced-" + UUID.randomUUID();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcLeaseStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, FencedTransactionsAutoConfiguration.class,
				FencedTransactionsUnavailableAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=tests", "leader-election.backend=jdbc",
				"leader-election.drain-timeout=1s", PROPERTY + "=true");

	private final ApplicationContextRunner withBoot = this.contextRunner
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, TransactionAutoConfiguration.class))
		.withBean(FencedWork.class)
		.withPropertyValues("spring.datasource.url=" + memory(this.name));

	private static String memory(String name) {
		return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
	}

	private static Connection connect(String database) throws SQLException {
		return DriverManager.getConnection(memory(database), "sa", "");
	}

	private static void execute(String database, String sql) {
		try (Connection connection = connect(database); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Changes the fence as a grant to another candidate does. */
	private void supersede() {
		execute(this.name,
				"update leader_fence set token = token + 1, nonce = translate(nonce, '0123456789abcdef', '123456789abcdef0')");
	}

	private static FencedWork work(ApplicationContext context) {
		await().until(() -> context.getBean(LeaderElections.class).get("default").isLeader());
		FencedWork work = context.getBean(FencedWork.class);
		work.createTable();
		return work;
	}

	private void assertFenced(ApplicationContext context) {
		FencedWork work = work(context);
		assertThat(work.write("first", Interruption.NONE)).isTrue();
		assertThat(work.isWritten("first")).isTrue();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> work.write("second", this::supersede));
		assertThat(work.isWritten("second")).isFalse();
	}

	/** Returns a runner whose store has a URL: that of the application and a suffix. */
	private ApplicationContextRunner withOwnUrl(String suffix) {
		return this.withBoot.withPropertyValues("leader-election.jdbc.url=" + memory(this.name + suffix),
				"leader-election.jdbc.username=sa");
	}

	private static void assertRefused(ApplicationContextRunner runner, String... messages) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			Throwable failure = context.getStartupFailure();
			while (failure.getCause() != null && !(failure instanceof LeaderElectionConfigurationException)) {
				failure = failure.getCause();
			}
			assertThat(failure).isInstanceOf(LeaderElectionConfigurationException.class);
			assertThat(failure.getMessage()).contains(messages);
		});
	}

	@Test
	void writesOfTheLeaderAreFenced(CapturedOutput output) {
		this.withBoot.run((context) -> {
			assertFenced(context);
			assertThat(output).contains("are fenced, those of: transactionManager")
				.contains("this database has no timeout for idle transactions");
		});
	}

	@Test
	void nothingIsFencedByDefault() {
		this.withBoot.withPropertyValues(PROPERTY + "=false").run((context) -> {
			FencedWork work = work(context);
			assertThat(work.write("second", this::supersede)).isTrue();
			assertThat(work.isWritten("second")).isTrue();
		});
	}

	@Test
	void invalidPropertyFailsTheStart() {
		this.withBoot.withPropertyValues(PROPERTY + "=ture")
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining("fenced-transactions"));
	}

	@Test
	void fencesWithLazyInitialization() {
		this.withBoot
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run(this::assertFenced);
	}

	@Test
	void modeAlwaysTouchesNoStoreAndFencesNothing(CapturedOutput output) {
		this.withBoot.withPropertyValues("leader-election.mode=always").run((context) -> {
			FencedWork work = work(context);
			assertThat(work.write("always", Interruption.NONE)).isTrue();
			assertThat(output).contains("Transactions are not fenced, because leader-election.mode is 'always'");
		});
	}

	@Test
	void anotherStoreIsRefused() {
		assertRefused(
				this.withBoot.withBean(LeaseStore.class, () -> new InMemoryLeaseStore(TimeSystem.system().wallClock())),
				PROPERTY + " is true, but elections are stored in", "Set leader-election.backend to jdbc");
	}

	@Test
	void anotherDatabaseWithoutTheTableIsRefused() {
		assertRefused(withOwnUrl("-other"), "DataSource of the transaction manager 'transactionManager'",
				"cannot lock rows of leader_fence", "remove leader-election.jdbc.url");
	}

	@Test
	void anotherDatabaseWithItsOwnTableIsRejected() throws SQLException {
		try (Connection connection = connect(this.name)) {
			new LeaseSchema(JdbcDialect.H2, "leader_lease").create(connection);
		}
		assertRefused(withOwnUrl("-other"), "has another leader_fence than the database of leader-election.jdbc.url",
				"@LeaderElectionStore");
	}

	@Test
	void anotherTableIsKnownByItsName() {
		this.withBoot.withPropertyValues("leader-election.jdbc.table-name=locks").run((context) -> {
			FencedWork work = work(context);
			assertThatExceptionOfType(FencedTransactionException.class)
				.isThrownBy(() -> work.write("second", () -> execute(this.name,
						"update locks_fence set nonce = translate(nonce, '0123456789abcdef', '123456789abcdef0')")));
		});
	}

	@Test
	void noTransactionManagerIsRefused() {
		assertRefused(this.contextRunner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class)),
				"there is no transaction manager over a DataSource", "JdbcTransactionManager");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "redis" })
	void startFailsWithoutSpringJdbc(String store) {
		assertRefused(this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.jdbc"))
			.withPropertyValues("leader-election.backend=" + store, "leader-election.jdbc.url=" + memory(this.name)),
				PROPERTY + " is true, but Spring's JDBC support is not on the class path");
	}

	@Test
	void severalDatabasesNeedTheNamesOfTheManagersToFence() {
		ApplicationContextRunner runner = withOwnUrl("")
			.withBean("reports", JdbcTransactionManager.class,
					() -> new JdbcTransactionManager(
							new DriverManagerDataSource(memory(this.name + "-reports"), "sa", "")))
			.withBean("transactionManager", JdbcTransactionManager.class,
					() -> new JdbcTransactionManager(new DriverManagerDataSource(memory(this.name), "sa", "")),
					(definition) -> definition.setPrimary(true));
		assertRefused(runner, "'reports'", "leader-election.jdbc.fenced-transaction-managers");
		assertRefused(runner.withPropertyValues("leader-election.jdbc.fenced-transaction-managers=orders"), "'orders'",
				"Use one of: reports, transactionManager");
		runner.withPropertyValues("leader-election.jdbc.fenced-transaction-managers=transactionManager")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void databaseIsVerifiedOnceItAnswers(CapturedOutput output) {
		AtomicBoolean there = new AtomicBoolean();
		withOwnUrl("").withBean(DataSource.class, () -> late(there)).run((context) -> {
			assertThat(output).contains("cannot be committed yet")
				.contains("Cannot connect to the DataSource of 'transactionManager'")
				.doesNotContain("not yet there");
			execute(this.name, "create table fenced_work (id varchar(40) primary key)");
			await().until(() -> context.getBean(LeaderElections.class).get("default").isLeader());
			FencedWork work = context.getBean(FencedWork.class);
			there.set(true);
			await().ignoreException(TransientDataAccessResourceException.class)
				.until(() -> work.write("late", Interruption.NONE));
			assertThat(work.isWritten("late")).isTrue();
			assertThatExceptionOfType(FencedTransactionException.class)
				.isThrownBy(() -> work.write("later", this::supersede));
		});
	}

	@Test
	void nothingIsCommittedBeforeVerification() {
		FenceProof proof = new FenceProof(
				new FencedManagers.Manager("late", new JdbcTransactionManager(), late(new AtomicBoolean())), () -> {
					throw new IllegalStateException("not used");
				}, "leader_lease", TimeSystem.system());
		try (proof) {
			proof.begin();
			assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(proof::get)
				.withMessageContaining("'late'");
		}
	}

	/** Answers once the test allows it. */
	private DataSource late(AtomicBoolean there) {
		return new LendingDataSource(() -> {
			if (!there.get()) {
				throw new SQLException("not yet there");
			}
			return connect(this.name);
		});
	}

}
