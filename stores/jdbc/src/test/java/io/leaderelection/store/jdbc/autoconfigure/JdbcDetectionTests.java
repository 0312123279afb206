/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Tests the detection of databases, which does not connect: there is no server at these
 * addresses.
 */
class JdbcDetectionTests {

	private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/orders?password=secret";

	private static final String SHOWN = " (jdbc:postgresql://127.0.0.1:1/orders)";

	private static final ApplicationContextRunner CONTEXT = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcLeaseStoreAutoConfiguration.class));

	private static final ApplicationContextRunner WITH_BOOT = CONTEXT
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

	private static final ApplicationContextRunner TWO = CONTEXT.withBean("one", DataSource.class, () -> pool(NOWHERE))
		.withBean("two", DataSource.class, () -> pool(NOWHERE));

	private static final ApplicationContextRunner PRIMARY = CONTEXT
		.withBean("one", DataSource.class, () -> pool(NOWHERE), (definition) -> definition.setPrimary(true))
		.withBean("two", DataSource.class, () -> pool(NOWHERE));

	private static LeaseStoreDescriptor descriptor(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		return context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class);
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		return pool;
	}

	private static ApplicationContextRunner with(Supplier<DataSource> dataSource) {
		return CONTEXT.withBean("dataSource", DataSource.class, dataSource);
	}

	static List<Arguments> detections() {
		String embedded = "the DataSource bean 'dataSource' is an embedded database, and each instance has its own";
		return List.of(argumentSet("nothing", CONTEXT, Detection.none("there is no DataSource bean")),
				argumentSet("the store's own URL", PRIMARY.withPropertyValues("leader-election.jdbc.url=" + NOWHERE),
						Detection.configured("leader-election.jdbc.url")),
				argumentSet("a single bean, without its secrets",
						WITH_BOOT.withPropertyValues("spring.datasource.url=" + NOWHERE),
						Detection.detected("the DataSource bean 'dataSource'" + SHOWN)),
				argumentSet("several beans", TWO,
						Detection.none("there are several DataSource beans (one, two), and none is annotated with "
								+ "@LeaderElectionStore or @Primary")),
				argumentSet("a bean for another purpose",
						CONTEXT.withBean("other", DataSource.class, () -> pool(NOWHERE),
								(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false)),
						Detection.none("the DataSource bean 'other' is not an autowire candidate, and is not "
								+ "annotated with @LeaderElectionStore")),
				argumentSet("the primary bean", PRIMARY, Detection.detected("the DataSource bean 'one'" + SHOWN)),
				argumentSet("the primary bean, without creating others",
						PRIMARY.withBean("reports", DataSource.class, () -> {
							throw new IllegalStateException("created");
						}, (definition) -> definition.setLazyInit(true)),
						Detection.detected("the DataSource bean 'one'" + SHOWN)),
				argumentSet("the qualified bean", PRIMARY.withUserConfiguration(QualifiedDataSource.class),
						Detection.detected("the DataSource bean 'elections' (jdbc:mariadb://127.0.0.1:1/elections)")),
				argumentSet("an embedded database made by Boot", WITH_BOOT, Detection.none(embedded)),
				argumentSet("an embedded database made by Spring",
						with(() -> new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).build()),
						Detection.none(embedded)),
				argumentSet("a database in memory", with(() -> pool("jdbc:h2:mem:a")), Detection.none(embedded)),
				argumentSet("a database in a file", with(() -> pool("jdbc:h2:file:./a")), Detection.none(embedded)),
				argumentSet("a database at home", with(() -> pool("jdbc:h2:~/a")), Detection.none(embedded)),
				argumentSet("a database of another kind", with(() -> pool("jdbc:sqlite:orders.db")),
						Detection.none("the DataSource bean 'dataSource' (jdbc:sqlite) is a database that the jdbc "
								+ "store is not tested with")),
				argumentSet("a wrapped pool", with(() -> new LazyConnectionDataSourceProxy(pool(NOWHERE))),
						Detection.detected("the DataSource bean 'dataSource'" + SHOWN)),
				argumentSet("a router without a default", with(() -> routing(null)),
						Detection.none("the DataSource bean 'dataSource' does not report its URL, so it may be an "
								+ "embedded database. Set leader-election.backend=jdbc if all instances share it")),
				argumentSet("connection details",
						WITH_BOOT.withBean(JdbcConnectionDetails.class, Details::new)
							.withPropertyValues("spring.datasource.url=jdbc:mariadb://127.0.0.1:1/ignored"),
						Detection
							.detected("the DataSource bean 'dataSource' (jdbc:postgresql://127.0.0.1:1/container)")),
				argumentSet("connection details with a foreign pool",
						WITH_BOOT.withBean(JdbcConnectionDetails.class, Details::new)
							.withPropertyValues("spring.datasource.type=" + DriverManagerDataSource.class.getName()),
						Detection
							.detected("the DataSource bean 'dataSource' (jdbc:postgresql://127.0.0.1:1/container)")));
	}

	@ParameterizedTest
	@MethodSource("detections")
	void databaseIsDetectedByItsBean(ApplicationContextRunner application, Detection expected) {
		application.run((context) -> assertThat(descriptor(context).detect()).isEqualTo(expected));
	}

	static List<Arguments> refusals() {
		return List.of(argumentSet("none", CONTEXT, "there is no DataSource bean", "leader-election.jdbc.url"),
				argumentSet("several", TWO, "(one, two)", "@LeaderElectionStore"),
				argumentSet("several qualified",
						CONTEXT.withUserConfiguration(QualifiedDataSource.class, OtherQualifiedDataSource.class),
						"elections, others", "Keep the annotation on the one"));
	}

	@ParameterizedTest
	@MethodSource("refusals")
	void beanThatIsNotClearIsRefusedIfTheStoreIsNamed(ApplicationContextRunner application, String problem,
			String remedy) {
		application.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> descriptor(context).factory())
			.withMessageContaining(problem)
			.withMessageContaining(remedy));
	}

	static List<Arguments> dataSources() {
		JdbcDataSource embedded = new JdbcDataSource();
		embedded.setUrl("jdbc:h2:mem:given;DB_CLOSE_DELAY=-1");
		HikariDataSource driversOwn = new HikariDataSource();
		driversOwn.setDataSource(embedded);
		return List.of(argumentSet("a wrapped pool", new LazyConnectionDataSourceProxy(pool(NOWHERE)), true),
				argumentSet("a router uses the pool without a key", routing(pool(NOWHERE)), true),
				argumentSet("a router without a default", routing(null), false),
				argumentSet("a pool over the driver's own data source", driversOwn, false),
				argumentSet("no pool", new DriverManagerDataSource(NOWHERE), true));
	}

	/** With a connection of its own, the store receives notifications. */
	@ParameterizedTest
	@MethodSource("dataSources")
	void dataSourceIsCopiedIfPossible(DataSource dataSource, boolean copied) {
		with(() -> dataSource).withPropertyValues("leader-election.jdbc.initialize-schema=always")
			.run((context) -> assertThat(descriptor(context).factory().traits().push()).isEqualTo(copied));
	}

	@Test
	void routingByThreadIsNamedWithItsRemedy() {
		CONTEXT.withBean(DataSource.class, () -> routing(null)).run((context) -> {
			try (LeaseStore store = descriptor(context).factory().open()) {
				List<ElectionKey> keys = List.of(new ElectionKey("tests", "billing"));
				assertThatThrownBy(() -> store.observe(keys, Duration.ofSeconds(30)))
					.hasMessageContaining("chooses a database by what the application binds to the thread")
					.hasMessageContaining("leader-election.jdbc.url")
					.hasMessageContaining("@LeaderElectionStore");
			}
		});
	}

	private static DataSource routing(DataSource target) {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return null;
			}

		};
		routing.setTargetDataSources(Map.of());
		if (target != null) {
			routing.setDefaultTargetDataSource(target);
		}
		return routing;
	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedDataSource {

		@Bean
		@LeaderElectionStore
		DataSource elections() {
			return pool("jdbc:mariadb://127.0.0.1:1/elections");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherQualifiedDataSource {

		@Bean
		@LeaderElectionStore
		DataSource others() {
			return pool(NOWHERE);
		}

	}

	private static final class Details implements JdbcConnectionDetails {

		@Override
		public String getUsername() {
			return "sa";
		}

		@Override
		public String getPassword() {
			return "secret";
		}

		@Override
		public String getJdbcUrl() {
			return "jdbc:postgresql://127.0.0.1:1/container";
		}

	}

}
