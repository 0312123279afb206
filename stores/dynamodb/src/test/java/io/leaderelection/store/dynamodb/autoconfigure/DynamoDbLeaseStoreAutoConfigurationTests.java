/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

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
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DynamoDbLeaseStoreAutoConfiguration}, without a server.
 */
class DynamoDbLeaseStoreAutoConfigurationTests {

	private static final String PREFIX = "leader-election.dynamodb.";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DynamoDbLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner withClient = this.runner.withBean("one", DynamoDbClient.class,
			() -> client(Region.EU_WEST_1));

	private static DynamoDbClient client(Region region) {
		return DynamoDbClient.builder()
			.region(region)
			.credentialsProvider(AnonymousCredentialsProvider.create())
			.build();
	}

	@Test
	void nothingIsDetectedWithoutAPropertyAndAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("dynamodb");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThat(descriptor.detect().reason()).contains("no DynamoDbClient bean", PREFIX + "*");
		});
	}

	@Test
	void aClientIsDetected() {
		this.withClient.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("DynamoDbClient bean one");
		});
	}

	@ParameterizedTest
	@CsvSource({ "table,team", "region,eu-north-1", "endpoint,http://localhost:8000" })
	void aPropertyConfiguresTheStore(String property, String value) {
		this.withClient.withPropertyValues(PREFIX + property + "=" + value).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.detect().reason()).isEqualTo(PREFIX + property + " is set");
			assertThat(descriptor.factory().traits().name()).isEqualTo("dynamodb");
		});
	}

	@ParameterizedTest
	@CsvSource({ "never,false", "always,true" })
	void tableAndItsCreationAreSet(String initialize, boolean creates) {
		this.withClient.withPropertyValues(PREFIX + "table=team", PREFIX + "initialize-schema=" + initialize)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.table", "team")
				.hasFieldOrPropertyWithValue("settings.creates", creates));
	}

	@Test
	void theApplicationsClientIsUsedAndNotClosed() {
		this.withClient.run((context) -> {
			LeaseStoreFactory factory = context.getBean(LeaseStoreDescriptor.class).factory();
			assertThat(factory).hasFieldOrPropertyWithValue("settings.owned", false)
				.hasFieldOrPropertyWithValue("settings.table", "leader_election")
				.hasFieldOrPropertyWithValue("settings.creates", false);
			assertThat(opened(factory)).isSameAs(context.getBean(DynamoDbClient.class));
		});
	}

	@Test
	void theAnnotatedClientWins() {
		this.withClient.withUserConfiguration(Annotated.class)
			.run((context) -> assertThat(opened(context.getBean(LeaseStoreDescriptor.class).factory()))
				.isSameAs(context.getBean("annotated")));
	}

	@Test
	void regionReplacesTheApplicationsClient() {
		this.withClient.withPropertyValues(PREFIX + "region=eu-north-1").run((context) -> {
			LeaseStoreFactory factory = context.getBean(LeaseStoreDescriptor.class).factory();
			assertThat(factory).hasFieldOrPropertyWithValue("settings.owned", true);
			try (DynamoDbClient own = opened(factory)) {
				assertThat(own).isNotSameAs(context.getBean(DynamoDbClient.class));
				assertThat(own.serviceClientConfiguration().region()).isEqualTo(Region.EU_NORTH_1);
				assertThat(own.serviceClientConfiguration().endpointOverride()).isEmpty();
			}
		});
	}

	@Test
	void endpointNeedsNoRegionAndUsesTheApplicationsCredentials() {
		AwsCredentialsProvider credentials = AnonymousCredentialsProvider.create();
		this.runner.withBean(AwsCredentialsProvider.class, () -> credentials)
			.withPropertyValues(PREFIX + "endpoint=http://localhost:8000")
			.run((context) -> {
				try (DynamoDbClient own = opened(context.getBean(LeaseStoreDescriptor.class).factory())) {
					DynamoDbServiceClientConfiguration configuration = own.serviceClientConfiguration();
					assertThat(configuration.region()).isEqualTo(Region.US_EAST_1);
					assertThat(configuration.endpointOverride())
						.isEqualTo(Optional.of(URI.create("http://localhost:8000")));
					assertThat(configuration.credentialsProvider()).isSameAs(credentials);
				}
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			table=ab                                | table is 'ab', which is not a valid name
			table=a/b/c                             | table is 'a/b/c', which is not a valid name
			endpoint=localhost:8000                 | endpoint is not a URL of a service
			endpoint=http://user:canary@localhost   | endpoint is not a URL of a service
			endpoint=http://localhost?secret=canary | endpoint is not a URL of a service
			""")
	void invalidSettingIsReported(String property, String message) {
		assertRefused(this.runner.withPropertyValues(PREFIX + "region=eu-north-1", PREFIX + property),
				PREFIX + message);
	}

	private static DynamoDbClient opened(LeaseStoreFactory factory) {
		DynamoDbClient[] client = new DynamoDbClient[1];
		assertThat(factory).extracting("settings.clients", InstanceOfAssertFactories.type(Supplier.class))
			.satisfies((clients) -> client[0] = (DynamoDbClient) clients.get());
		return client[0];
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("canary")));
	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		DynamoDbClient annotated() {
			return client(Region.EU_CENTRAL_1);
		}

	}

}
