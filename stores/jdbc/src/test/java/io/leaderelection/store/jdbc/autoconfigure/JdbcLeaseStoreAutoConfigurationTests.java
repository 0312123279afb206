/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.LendingDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

// Not tagged slow, although it needs about 9 s: it has many short tests
@ExtendWith(OutputCaptureExtension.class)
class JdbcLeaseStoreAutoConfigurationTests {

	private static final String UNREACHABLE = "jdbc:mariadb://127.0.0.1:1/orders";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(JdbcLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=tests", "leader-election.backend=jdbc",
				"leader-election.drain-timeout=1s");

	private final ApplicationContextRunner withBoot = this.contextRunner
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

	private static String memory(String name) {
		return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setMaximumPoolSize(1);
		return pool;
	}

	private static void awaitLeader(LeaderElections elections) {
		Awaitility.await().until(() -> elections.get("default").isLeader());
	}

	@Test
	void namedEmbeddedDatabaseElectsWithAWarning(CapturedOutput output) {
		this.withBoot.run((context) -> {
			awaitLeader(context.getBean(LeaderElections.class));
			assertThat(output).containsOnlyOnce(
					"Leader election uses an embedded database, the DataSource bean " + "'dataSource': instances");
		});
	}

	@Test
	void privateDatabaseInMemoryIsBorrowed(CapturedOutput output) {
		this.contextRunner.withBean(DataSource.class, () -> pool("jdbc:h2:mem:")).run((context) -> {
			awaitLeader(context.getBean(LeaderElections.class));
			assertThat(output).containsOnlyOnce(
					"Leader election borrows its connections from the DataSource bean " + "'dataSource' (jdbc:h2)");
		});
	}

	@Test
	void missingTableIsLoggedOnceWithItsStatementsAndEndsNoStart(CapturedOutput output) {
		this.withBoot
			.withPropertyValues("spring.datasource.url=" + memory("missing"),
					"leader-election.jdbc.initialize-schema=never", "leader-election.jdbc.table-name=app.lease",
					"leader-election.retry-interval=50ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				LeaderElection election = context.getBean(LeaderElections.class).get("default");
				Awaitility.await().until(() -> election.status().refused());
				assertThat(election.status().lastError())
					.startsWith("A table or column of leader election is missing in the DataSource bean 'dataSource'")
					.endsWith("create missing tables: leader-election.jdbc.initialize-schema=always");
				Awaitility.await().until(() -> output.getAll().contains("create table app.lease_fence ("));
				assertThat(output).containsOnlyOnce("create table app.lease (")
					.containsOnlyOnce("create table app.lease_fence (")
					.doesNotContain("No leader can be elected yet");
			});
	}

	@Test
	void tableThatCannotBeCreatedNamesTheReason() throws SQLException {
		String url = "jdbc:h2:mem:refused";
		try (Connection admin = DriverManager.getConnection(url, "sa", "");
				Statement statement = admin.createStatement()) {
			statement.execute("create user app password 'app'");
			this.withBoot
				.withPropertyValues("spring.datasource.url=" + url, "spring.datasource.username=app",
						"spring.datasource.password=app", "leader-election.jdbc.initialize-schema=always")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					LeaderElection election = context.getBean(LeaderElections.class).get("default");
					Awaitility.await().until(() -> election.status().refused());
					assertThat(election.status().lastError()).contains("Not enough rights for object \"PUBLIC\"");
				});
		}
	}

	@Test
	void librariesThatDoNotFitTogetherEndTheStart() {
		DataSource dataSource = new LendingDataSource(() -> {
			throw new NoSuchMethodError("'void " + HikariDataSource.class.getName() + ".gone()'");
		});
		this.contextRunner.withBean(DataSource.class, () -> dataSource)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(NoSuchMethodError.class)
				.satisfies((root) -> assertThat(context.getStartupFailure())
					.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
					.hasStackTraceContaining("versions of libraries on the class path do not match")
					.hasStackTraceContaining("found HikariCP-")));
	}

	@Test
	void migrationRunsBeforeTheTablesAreChecked() {
		this.withBoot.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + memory("flyway"),
					"leader-election.jdbc.initialize-schema=never", "spring.flyway.locations=classpath:db/leader")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBeanFactory().getBeanDefinition("jdbcLeaseStoreDescriptor").getDependsOn())
					.contains("flywayInitializer");
				awaitLeader(context.getBean(LeaderElections.class));
			});
	}

	@Test
	void tablesAreCreatedInAnyDatabaseIfConfigured(@TempDir Path directory) {
		String url = "jdbc:h2:file:" + directory.resolve("lease");
		this.withBoot
			.withPropertyValues("spring.datasource.url=" + url, "leader-election.jdbc.initialize-schema=always")
			.run((context) -> awaitLeader(context.getBean(LeaderElections.class)));
	}

	@Test
	void unreachableDatabaseDoesNotFailTheStart(CapturedOutput output) {
		this.withBoot.withPropertyValues("spring.datasource.url=" + UNREACHABLE).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(LeaderElections.class).get("default").isLeader()).isFalse();
			assertThat(output)
				.containsOnlyOnce("No leader can be elected yet: jdbc:mariadb://127.0.0.1:1/orders cannot be used: "
						+ "Cannot connect to jdbc:mariadb://127.0.0.1:1/orders: connection refused. Check that the server runs");
		});
	}

	@Test
	void tablesAreCreatedOnceTheDatabaseAnswers() throws SQLException {
		AtomicInteger calls = new AtomicInteger();
		this.contextRunner.withBean(DataSource.class, () -> new LendingDataSource(() -> {
			if (calls.incrementAndGet() <= 2) {
				throw new SQLException("not yet");
			}
			return DriverManager.getConnection(memory("late"), "sa", "");
		}))
			.withPropertyValues("leader-election.jdbc.initialize-schema=always", "leader-election.retry-interval=100ms")
			.run((context) -> awaitLeader(context.getBean(LeaderElections.class)));
		try (Connection connection = DriverManager.getConnection(memory("late"), "sa", "")) {
			new LeaseSchema(JdbcDialect.H2, "leader_lease").check(connection, "late");
		}
		assertThat(calls).hasValueGreaterThan(2);
	}

	@Test
	void hangingDataSourceDelaysNoStart(CapturedOutput output) {
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger waiting = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		ApplicationContextRunner hanging = this.contextRunner.withBean(DataSource.class,
				() -> new LendingDataSource(() -> {
					most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
					try {
						end.await();
					}
					finally {
						waiting.decrementAndGet();
					}
					throw new SQLException("ended");
				}));
		try {
			hanging.withPropertyValues("leader-election.retry-interval=100ms").run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("no answer within 3 s");
				Awaitility.await().until(() -> output.getAll().contains("no answer from the store"));
				assertThat(context.getBean(LeaderElections.class).get("default").isLeader()).isFalse();
				hanging.withPropertyValues("leader-election.jdbc.url=" + memory("beside"))
					.run((other) -> awaitLeader(other.getBean(LeaderElections.class)));
			});
			assertThat(most).hasValue(1);
		}
		finally {
			end.countDown();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					jdbc:postgresql://${DATABASE_HOST}/orders | leader-election.jdbc.url | ${DATABASE_HOST}
					jdbc:trace:postgresql://localhost:1521/orders | leader-election.jdbc.url leads to jdbc:trace://localhost:1521/orders, for which there is no driver | add the database's JDBC driver
					jdbc:oracle:thin:@localhost:1521/orders | does not support 'oracle' | It is tested with PostgreSQL, MySQL, MariaDB and H2
					jdbc:sqlserver://localhost:1433;databaseName=orders | does not support 'sqlserver' | It is tested with PostgreSQL, MySQL, MariaDB and H2
					""")
	void urlThatCannotBeUsedIsRefused(String url, String problem, String remedy) {
		assertRefused(this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + url), problem, remedy);
	}

	@Test
	void oneMessageHasTheProblemsOfTheStoreAndTheMissingName() {
		assertRefused(
				this.contextRunner.withPropertyValues("leader-election.namespace=",
						"leader-election.jdbc.url=jdbc:oracle:thin:@localhost:1521/orders"),
				"2 problems", "does not support 'oracle'");
		assertRefused(
				this.contextRunner.withPropertyValues("leader-election.namespace=",
						"leader-election.jdbc.url=jdbc:oracle:thin:@localhost:1521/orders"),
				"Neither leader-election.namespace nor spring.application.name is set", "Set spring.application.name");
	}

	private static void assertRefused(ApplicationContextRunner runner, String problem, String remedy) {
		runner.run((context) -> assertThat(context.getStartupFailure())
			.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
			.hasStackTraceContaining(problem)
			.hasStackTraceContaining(remedy));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease; drop table users", "lease\"", "lease'--", "a b", "1lease", "a.b.c.d", ".a", "a.",
			"läse", "a$b", "an_extremely_long_name_that_some_databases_would_cut_off_without_a_word" })
	void unsafeTableNamesAreRejected(String name) {
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=" + memory("names"),
					"leader-election.jdbc.table-name=" + name)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
				.hasStackTraceContaining("leader-election.jdbc.table-name is '"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader_lease_of_orders", "leader_fence", "public.leader_lease", "Locks" })
	void tableNamesMayContainTheDefaultNames(String name) {
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=" + memory("names_" + name.replace('.', '_')),
					"leader-election.jdbc.table-name=" + name)
			.run((context) -> awaitLeader(context.getBean(LeaderElections.class)));
	}

	@Test
	void databaseOfAnotherKindIsRefused() {
		String remedy = "It is tested with PostgreSQL, MySQL, MariaDB and H2";
		assertRefused(
				this.contextRunner.withBean(DataSource.class, () -> new LendingDataSource(() -> ofProduct("Oracle"))),
				"does not support 'Oracle', found at the DataSource bean 'dataSource'", remedy);
		assertRefused(this.contextRunner.withBean(DataSource.class, () -> pool("jdbc:sqlite:orders.db")),
				"does not support 'sqlite', found at the DataSource bean 'dataSource'", remedy);
	}

	private static Connection ofProduct(String product) throws SQLException {
		Connection connection = mock();
		DatabaseMetaData metaData = mock();
		given(connection.getMetaData()).willReturn(metaData);
		given(metaData.getDatabaseProductName()).willReturn(product);
		return connection;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
