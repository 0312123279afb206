/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

/**
 * Tests the detection of databases, which does not connect: there is no server at these
 * addresses.
 */
class JdbcDetectionTests {

	private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/orders?password=secret";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner withBoot = this.contextRunner
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

	private static Detection detected(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		return context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).detect();
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		return pool;
	}

	@Test
	void nothingIsThere() {
		this.contextRunner
			.run((context) -> assertThat(detected(context)).isEqualTo(Detection.none("there is no DataSource bean")));
	}

	@Test
	void ownUrlIsConfigured() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + NOWHERE)
			.run((context) -> assertThat(detected(context))
				.isEqualTo(Detection.configured("leader-election.jdbc.url")));
	}

	@Test
	void singleDataSourceIsDetectedAndKeepsItsSecrets() {
		this.withBoot.withPropertyValues("spring.datasource.url=" + NOWHERE)
			.run((context) -> assertThat(detected(context))
				.isEqualTo(Detection.detected("the DataSource bean 'dataSource' (jdbc:postgresql://127.0.0.1:1)")));
	}

	@Test
	void severalDataSourcesAreNotDetected() {
		this.contextRunner.withUserConfiguration(TwoDataSources.class)
			.run((context) -> assertThat(detected(context)).isEqualTo(Detection.none(
					"there are several DataSource beans (one, two), and none is annotated with @LeaderElectionStore or "
							+ "@Primary")));
	}

	@Test
	void severalDataSourcesAreRefusedIfTheStoreIsNamed() {
		this.contextRunner.withUserConfiguration(TwoDataSources.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory())
				.withMessageContaining("(one, two)")
				.withMessageContaining("@LeaderElectionStore"));
	}

	@Test
	void noDataSourceIsRefusedIfTheStoreIsNamed() {
		this.contextRunner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory())
			.withMessageContaining("there is no DataSource bean")
			.withMessageContaining("leader-election.jdbc.url"));
	}

	@Test
	void dataSourceForAnotherPurposeIsNotDetected() {
		this.contextRunner
			.withBean("other", DataSource.class, () -> new DriverManagerDataSource(NOWHERE),
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))
			.run((context) -> assertThat(detected(context)).isEqualTo(Detection.none("the DataSource bean 'other' is "
					+ "not an autowire candidate, and is not annotated with @LeaderElectionStore")));
	}

	@Test
	void primaryDataSourceIsDetected() {
		this.contextRunner.withUserConfiguration(PrimaryDataSource.class)
			.run((context) -> assertThat(detected(context).reason()).contains("'one'"));
	}

	@Test
	void otherDataSourcesAreNotCreated() {
		this.contextRunner.withBean("reports", DataSource.class, () -> {
			throw new IllegalStateException("created");
		}, (definition) -> definition.setLazyInit(true))
			.withUserConfiguration(PrimaryDataSource.class)
			.run((context) -> assertThat(detected(context).reason()).contains("'one'"));
	}

	@Test
	void qualifiedDataSourceWinsOverThePrimaryOne() {
		this.contextRunner.withUserConfiguration(PrimaryDataSource.class, QualifiedDataSource.class)
			.run((context) -> assertThat(detected(context).reason()).contains("'elections'")
				.contains("jdbc:mariadb://127.0.0.1:1"));
	}

	@Test
	void severalQualifiedDataSourcesAreRefused() {
		this.contextRunner.withUserConfiguration(QualifiedDataSource.class, OtherQualifiedDataSource.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).detect())
				.withMessageContaining("elections, others"));
	}

	@Test
	void embeddedDatabaseMadeByBootIsNotDetected() {
		this.withBoot.run((context) -> assertThat(detected(context)).isEqualTo(Detection
			.none("the DataSource bean 'dataSource' is an embedded database, and each instance has its own")));
	}

	@Test
	void embeddedDatabaseMadeBySpringIsNotDetected() {
		this.contextRunner
			.withBean(DataSource.class, () -> new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).build())
			.run((context) -> assertThat(detected(context).reason()).contains("embedded database"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:h2:mem:a", "jdbc:h2:file:./a", "jdbc:h2:~/a" })
	void databaseInThisProcessIsNotDetected(String url) {
		this.contextRunner.withBean(DataSource.class, () -> pool(url))
			.run((context) -> assertThat(detected(context).strength()).isEqualTo(Strength.NONE));
	}

	@Test
	void databaseOfAnotherKindIsNotDetected() {
		this.contextRunner.withBean(DataSource.class, () -> pool("jdbc:sqlite:orders.db"))
			.run((context) -> assertThat(detected(context).reason())
				.endsWith("is a database that the jdbc store is not tested with"));
	}

	@Test
	void wrappedPoolIsCopied() {
		this.contextRunner.withBean(DataSource.class, () -> new LazyConnectionDataSourceProxy(pool(NOWHERE)))
			.run((context) -> {
				assertThat(detected(context).reason()).contains("jdbc:postgresql://127.0.0.1:1");
				assertThat(context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class)
					.factory()
					.traits()
					.push()).isTrue();
			});
	}

	@Test
	void routingUsesThePoolWithoutAKey() {
		this.contextRunner.withBean(DataSource.class, () -> routing(pool(NOWHERE)))
			.run((context) -> assertThat(
					context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory().traits().push())
				.isTrue());
	}

	@Test
	void routingByThreadIsNamedWithItsRemedy() {
		this.contextRunner.withBean(DataSource.class, () -> routing(null)).run((context) -> {
			LeaseStoreFactory factory = context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class)
				.factory();
			try (LeaseStore store = factory.open()) {
				List<ElectionKey> keys = List.of(new ElectionKey("tests", "billing"));
				assertThatThrownBy(() -> store.observe(keys, Duration.ofSeconds(30)))
					.hasMessageContaining("chooses a database by what the application binds to the thread")
					.hasMessageContaining("leader-election.jdbc.url")
					.hasMessageContaining("@LeaderElectionStore");
			}
		});
	}

	@Test
	void routingWithoutADefaultIsBorrowedFrom() {
		this.contextRunner.withBean(DataSource.class, () -> routing(null)).run((context) -> {
			assertThat(detected(context))
				.isEqualTo(Detection.none("the DataSource bean 'dataSource' does not report its URL, so it may be an "
						+ "embedded database. Set leader-election.backend=jdbc if all instances share it"));
			assertThat(
					context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory().traits().push())
				.isFalse();
		});
	}

	@Test
	void driversOwnPoolIsUsedIfTheStoreIsNamed() {
		JdbcDataSource embedded = new JdbcDataSource();
		embedded.setUrl("jdbc:h2:mem:given;DB_CLOSE_DELAY=-1");
		this.contextRunner.withBean(DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setDataSource(embedded);
			return pool;
		}).withPropertyValues("leader-election.jdbc.initialize-schema=always").run((context) -> {
			assertThat(detected(context).strength()).isEqualTo(Strength.NONE);
			assertThat(
					context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory().traits().push())
				.isFalse();
		});
	}

	@Test
	void dataSourceWithoutAPoolIsCopied() {
		this.contextRunner.withBean(DataSource.class, () -> new DriverManagerDataSource(NOWHERE))
			.run((context) -> assertThat(
					context.getBean("jdbcLeaseStoreDescriptor", LeaseStoreDescriptor.class).factory().traits().push())
				.isTrue());
	}

	@Test
	void connectionDetailsAreHonoured() {
		this.withBoot.withBean(JdbcConnectionDetails.class, Details::new)
			.withPropertyValues("spring.datasource.url=jdbc:mariadb://127.0.0.1:1/ignored")
			.run((context) -> assertThat(detected(context).reason()).contains("jdbc:postgresql://127.0.0.1:1"));
	}

	@Test
	void connectionDetailsAreHonouredWithAForeignPool() {
		this.withBoot.withBean(JdbcConnectionDetails.class, Details::new)
			.withPropertyValues("spring.datasource.type=" + DriverManagerDataSource.class.getName())
			.run((context) -> assertThat(detected(context).reason()).contains("jdbc:postgresql://127.0.0.1:1"));
	}

	@Test
	void anotherDetectedStoreIsRefusedNamingBoth() {
		this.withBoot.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + NOWHERE, "leader-election.namespace=tests")
			.withBean("redisLeaseStoreDescriptor", LeaseStoreDescriptor.class, DetectedRedis::new)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasRootCauseInstanceOf(LeaderElectionConfigurationException.class)
				.rootCause()
				.hasMessageContaining("'jdbc' (the DataSource bean 'dataSource'")
				.hasMessageContaining("'redis' (its connection factory)")
				.hasMessageContaining("leader-election.backend"));
	}

	@Test
	void ownUrlWinsOverAnotherDetectedStore() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
			.withPropertyValues("leader-election.jdbc.url=jdbc:h2:mem:wins;DB_CLOSE_DELAY=-1",
					"leader-election.namespace=tests")
			.withBean("redisLeaseStoreDescriptor", LeaseStoreDescriptor.class, DetectedRedis::new)
			.run((context) -> assertThat(context).hasNotFailed());
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
	static class TwoDataSources {

		@Bean
		DataSource one() {
			return pool(NOWHERE);
		}

		@Bean
		DataSource two() {
			return pool(NOWHERE);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryDataSource {

		@Bean
		@Primary
		DataSource one() {
			return pool(NOWHERE);
		}

		@Bean
		DataSource two() {
			return pool(NOWHERE);
		}

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

	private static final class DetectedRedis implements LeaseStoreDescriptor {

		@Override
		public String name() {
			return "redis";
		}

		@Override
		public Reach reach() {
			return Reach.SHARED;
		}

		@Override
		public Detection detect() {
			return Detection.detected("its connection factory");
		}

		@Override
		public LeaseStoreFactory factory() {
			throw new AssertionError("is not to be chosen");
		}

	}

}
