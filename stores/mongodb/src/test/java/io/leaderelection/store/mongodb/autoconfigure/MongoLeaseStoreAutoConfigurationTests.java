/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb.autoconfigure;

import java.util.function.Supplier;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.LeaseStoreFactory;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MongoLeaseStoreAutoConfiguration}, without a server.
 */
class MongoLeaseStoreAutoConfigurationTests {

	private static final String PREFIX = "leader-election.mongodb.";

	private static final String URI = "mongodb://127.0.0.1:1/";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(MongoLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner withClient = this.runner
		.withConfiguration(AutoConfigurations.of(MongoAutoConfiguration.class))
		.withPropertyValues("spring.mongodb.uri=" + URI);

	@Test
	void nothingIsDetectedWithoutAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("mongodb");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThat(descriptor.detect().reason()).contains(PREFIX + "uri", "no MongoClient bean");
		});
		assertRefused(this.runner, "has no client", "spring.mongodb.uri", PREFIX + "uri");
	}

	@Test
	void theApplicationsClientIsUsedAndNotClosed() {
		this.withClient.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("MongoClient bean");
			LeaseStoreFactory factory = descriptor.factory();
			assertThat(factory.traits().name()).isEqualTo("mongodb");
			assertThat(factory).hasFieldOrPropertyWithValue("owned", false)
				.hasFieldOrPropertyWithValue("database", "leaderElection")
				.hasFieldOrPropertyWithValue("collection", "leaderElection");
			assertThat(opened(factory)).isSameAs(context.getBean(MongoClient.class));
		});
	}

	@Test
	void theAnnotatedClientWins() {
		this.runner.withUserConfiguration(Several.class)
			.run((context) -> assertThat(opened(context.getBean(LeaseStoreDescriptor.class).factory()))
				.isSameAs(context.getBean("annotated")));
	}

	@Test
	void uriReplacesTheApplicationsClient() {
		this.withClient
			.withPropertyValues(PREFIX + "uri=" + URI, PREFIX + "database=team", PREFIX + "collection=elections")
			.run((context) -> {
				LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
				assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
				LeaseStoreFactory factory = descriptor.factory();
				assertThat(factory).hasFieldOrPropertyWithValue("owned", true)
					.hasFieldOrPropertyWithValue("database", "team")
					.hasFieldOrPropertyWithValue("collection", "elections");
				try (MongoClient own = opened(factory)) {
					assertThat(own).isNotSameAs(context.getBean(MongoClient.class));
				}
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			database=a.b                       | database cannot be used
			collection=''                      | collection cannot be used
			uri=localhost:27017                | uri is not a connection string
			uri=mongodb://user:ca@nary:x@host  | uri is not a connection string
			uri=mongodb://user:canary@host:x/  | uri is not a connection string
			""")
	void invalidSettingIsReported(String property, String message) {
		assertRefused(this.runner.withPropertyValues(PREFIX + "uri=" + URI, PREFIX + property.replace("''", "")),
				PREFIX + message);
	}

	private static MongoClient opened(LeaseStoreFactory factory) {
		MongoClient[] client = new MongoClient[1];
		assertThat(factory).extracting("clients", InstanceOfAssertFactories.type(Supplier.class))
			.satisfies((clients) -> client[0] = (MongoClient) clients.get());
		return client[0];
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("canary", "ca@nary")));
	}

	@Configuration(proxyBeanMethods = false)
	static class Several {

		@Bean
		MongoClient one() {
			return MongoClients.create(URI);
		}

		@Bean
		@LeaderElectionStore
		MongoClient annotated() {
			return MongoClients.create(URI);
		}

	}

}
