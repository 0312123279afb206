/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
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
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

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
	void ownUrlNeedsNeitherDataSourceNorSpringJdbc() {
		this.contextRunner
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.jdbc", "org.springframework.boot.sql",
					"org.springframework.jdbc", "com.zaxxer.hikari"))
			.withPropertyValues("leader-election.jdbc.url=" + memory("own"), "leader-election.jdbc.username=sa")
			.run((context) -> awaitLeader(context.getBean(LeaderElections.class)));
	}

	@Test
	void applicationWithoutJdbcStarts() {
		this.contextRunner
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.jdbc", "org.springframework.boot.sql",
					"org.springframework.jdbc", "com.zaxxer.hikari", "org.h2", "org.postgresql", "org.mariadb",
					"com.mysql"))
			.withPropertyValues("leader-election.backend=", "leader-election.mode=never")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void privateDatabaseInMemoryIsBorrowed(CapturedOutput output) {
		this.contextRunner.withBean(DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl("jdbc:h2:mem:");
			pool.setMaximumPoolSize(1);
			return pool;
		}).run((context) -> {
			awaitLeader(context.getBean(LeaderElections.class));
			assertThat(output).containsOnlyOnce(
					"Leader election borrows its connections from the DataSource bean " + "'dataSource' (jdbc:h2)");
		});
	}

	@Test
	void missingTableFailsTheStartWithItsStatements(CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.properties("leader-election.namespace=tests", "leader-election.backend=jdbc",
						"spring.flyway.enabled=false", "spring.datasource.url=" + memory("missing"),
						"leader-election.jdbc.initialize-schema=never", "leader-election.jdbc.table-name=app.lease")
				.run());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("A table of leader election is missing in the DataSource bean 'dataSource'")
			.containsOnlyOnce("create table app.lease (")
			.contains("create table app.lease_fence (")
			.contains("or set leader-election.jdbc.initialize-schema=always");
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
				.containsOnlyOnce("No leader can be elected yet: jdbc:mariadb://127.0.0.1:1 cannot be used: "
						+ "Cannot connect to jdbc:mariadb://127.0.0.1:1: no connection to the server (");
		});
	}

	@Test
	void tablesAreCreatedOnceTheDatabaseAnswers() throws SQLException {
		AtomicInteger calls = new AtomicInteger();
		this.contextRunner.withBean(DataSource.class, () -> new OpaqueDataSource(() -> {
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
	void hangingDataSourceDoesNotDelayTheStart(CapturedOutput output) {
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger waiting = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		try {
			this.contextRunner.withBean(DataSource.class, () -> new OpaqueDataSource(() -> {
				most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
				try {
					end.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				waiting.decrementAndGet();
				throw new SQLException("ended");
			})).withPropertyValues("leader-election.retry-interval=100ms").run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("no answer within 3 s");
				LeaderElections elections = context.getBean(LeaderElections.class);
				Awaitility.await().until(() -> output.getAll().contains("no answer from the store"));
				assertThat(elections.get("default").isLeader()).isFalse();
			});
			assertThat(most).hasValue(1);
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void otherStoresAreNotTouchedByAHangingDataSource() {
		CountDownLatch end = new CountDownLatch(1);
		try {
			this.contextRunner.withBean(DataSource.class, () -> new OpaqueDataSource(() -> {
				try {
					end.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				throw new SQLException("ended");
			}))
				.run((hanging) -> this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + memory("beside"))
					.run((context) -> awaitLeader(context.getBean(LeaderElections.class))));
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void placeholderInTheUrlIsRefused() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:postgresql://${DATABASE_HOST}/orders")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.jdbc.url")
				.hasMessageContaining("${DATABASE_HOST}"));
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
	void missingDriverIsRefused() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:trace:postgresql://localhost:1521/orders")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("leader-election.jdbc.url leads to jdbc:trace://localhost:1521, for which "
						+ "there is no driver")
				.hasStackTraceContaining("add the database's JDBC driver"));
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:oracle:thin:@localhost:1521/orders, oracle",
			"jdbc:sqlserver://localhost:1433;databaseName=orders, sqlserver" })
	void untestedDatabaseIsRejectedWithoutItsDriver(String url, String product) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + url)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
				.hasStackTraceContaining("does not support '" + product + "'")
				.hasStackTraceContaining("It is tested with PostgreSQL, MySQL, MariaDB and H2"));
	}

	@Test
	void databaseThatNamesAnotherProductIsRefused() {
		this.contextRunner.withBean(DataSource.class, () -> new OpaqueDataSource(() -> ofProduct("Oracle")))
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
				.hasStackTraceContaining("does not support 'Oracle', found at the DataSource bean 'dataSource'")
				.hasStackTraceContaining("It is tested with PostgreSQL, MySQL, MariaDB and H2"));
	}

	private static Connection ofProduct(String product) throws SQLException {
		DatabaseMetaData metaData = (DatabaseMetaData) Proxy.newProxyInstance(DatabaseMetaData.class.getClassLoader(),
				new Class<?>[] { DatabaseMetaData.class }, (proxy, method, arguments) -> product);
		Connection real = DriverManager.getConnection(memory("product"), "sa", "");
		return (Connection) Proxy
			.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] { Connection.class }, (proxy, method,
					arguments) -> method.getName().equals("getMetaData") ? metaData : method.invoke(real, arguments));
	}

	@Test
	void databaseOfAnotherKindIsRefused() {
		this.contextRunner.withBean(DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl("jdbc:sqlite:orders.db");
			return pool;
		})
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName())
				.hasStackTraceContaining("does not support 'sqlite', found at the DataSource bean 'dataSource'"));
	}

	@Test
	void applicationIsElectedOverASpringApplication() {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("leader-election.namespace=tests", "leader-election.backend=jdbc",
					"spring.flyway.enabled=false", "spring.datasource.url=" + memory("application"))
			.run()) {
			awaitLeader(context.getBean(LeaderElections.class));
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	/** Provides only connections, without a URL. */
	private record OpaqueDataSource(Lender lender) implements DataSource {

		@Override
		public Connection getConnection() throws SQLException {
			return this.lender.lend();
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

		@Override
		public PrintWriter getLogWriter() {
			return null;
		}

		@Override
		public void setLogWriter(PrintWriter out) {
		}

		@Override
		public void setLoginTimeout(int seconds) {
		}

		@Override
		public int getLoginTimeout() {
			return 0;
		}

		@Override
		public Logger getParentLogger() {
			return Logger.getGlobal();
		}

		@Override
		public <T> T unwrap(Class<T> type) throws SQLException {
			throw new SQLException("wraps nothing");
		}

		@Override
		public boolean isWrapperFor(Class<?> type) {
			return false;
		}

		interface Lender {

			Connection lend() throws SQLException;

		}

	}

}
