/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3.autoconfigure;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

import io.awspring.cloud.autoconfigure.core.AwsAutoConfiguration;
import io.awspring.cloud.autoconfigure.core.CredentialsProviderAutoConfiguration;
import io.awspring.cloud.autoconfigure.core.RegionProviderAutoConfiguration;
import io.awspring.cloud.autoconfigure.s3.S3AutoConfiguration;
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
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ServiceClientConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link S3LeaseStoreAutoConfiguration}, without a server.
 */
class S3LeaseStoreAutoConfigurationTests {

	private static final String PREFIX = "leader-election.s3.";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(S3LeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner withBucket = this.runner.withPropertyValues(PREFIX + "bucket=team");

	private final ApplicationContextRunner withClient = this.withBucket.withBean("one", S3Client.class,
			() -> client(Region.EU_WEST_1));

	private static S3Client client(Region region) {
		return S3Client.builder().region(region).credentialsProvider(AnonymousCredentialsProvider.create()).build();
	}

	@Test
	void nothingIsDetectedWithoutABucket() {
		this.runner.withBean(S3Client.class, () -> client(Region.EU_WEST_1)).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("s3");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThat(descriptor.detect().reason()).contains(PREFIX + "bucket");
		});
		assertRefused(this.runner, "has no bucket", PREFIX + "bucket");
	}

	@Test
	void bucketConfiguresTheStore() {
		this.withClient.withPropertyValues(PREFIX + "prefix=orders/").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.factory().traits().name()).isEqualTo("s3");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("bucket", "team")
				.hasFieldOrPropertyWithValue("prefix", "orders/");
		});
	}

	@Test
	void theApplicationsClientIsUsedAndNotClosed() {
		this.withClient.run((context) -> {
			LeaseStoreFactory factory = context.getBean(LeaseStoreDescriptor.class).factory();
			assertThat(factory).hasFieldOrPropertyWithValue("settings.owned", false)
				.hasFieldOrPropertyWithValue("prefix", "leader-election/");
			assertThat(opened(factory)).isSameAs(context.getBean(S3Client.class));
		});
	}

	@Test
	void theClientOfSpringCloudAwsIsUsedWithItsRegionAndCredentials() {
		this.withBucket
			.withConfiguration(
					AutoConfigurations.of(AwsAutoConfiguration.class, CredentialsProviderAutoConfiguration.class,
							RegionProviderAutoConfiguration.class, S3AutoConfiguration.class))
			.withPropertyValues("spring.cloud.aws.region.static=eu-north-1",
					"spring.cloud.aws.credentials.access-key=a", "spring.cloud.aws.credentials.secret-key=b")
			.run((context) -> {
				S3Client client = opened(context.getBean(LeaseStoreDescriptor.class).factory());
				assertThat(client).isSameAs(context.getBean(S3Client.class));
				S3ServiceClientConfiguration configuration = client.serviceClientConfiguration();
				assertThat(configuration.region()).isEqualTo(Region.EU_NORTH_1);
				assertThat(configuration.credentialsProvider()).isSameAs(context.getBean(AwsCredentialsProvider.class));
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
			try (S3Client own = opened(factory)) {
				assertThat(own).isNotSameAs(context.getBean(S3Client.class));
				assertThat(own.serviceClientConfiguration().region()).isEqualTo(Region.EU_NORTH_1);
				assertThat(own.serviceClientConfiguration().endpointOverride()).isEmpty();
			}
		});
	}

	@Test
	void endpointNeedsNoRegionAndUsesTheApplicationsCredentials() {
		AwsCredentialsProvider credentials = AnonymousCredentialsProvider.create();
		this.withBucket.withBean(AwsCredentialsProvider.class, () -> credentials)
			.withPropertyValues(PREFIX + "endpoint=http://localhost:7070")
			.run((context) -> {
				try (S3Client own = opened(context.getBean(LeaseStoreDescriptor.class).factory())) {
					S3ServiceClientConfiguration configuration = own.serviceClientConfiguration();
					assertThat(configuration.region()).isEqualTo(Region.US_EAST_1);
					assertThat(configuration.endpointOverride())
						.isEqualTo(Optional.of(URI.create("http://localhost:7070")));
					assertThat(configuration.credentialsProvider()).isSameAs(credentials);
					assertThat(configuration.requestChecksumCalculation())
						.isEqualTo(RequestChecksumCalculation.WHEN_REQUIRED);
				}
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			bucket=s3://team                        | bucket is 's3://team', which is not a valid name
			prefix=/absolute                        | prefix is '/absolute', which is not a valid beginning
			endpoint=localhost:7070                 | endpoint is not a URL of a service
			endpoint=http://user:canary@localhost   | endpoint is not a URL of a service
			endpoint=http://localhost?secret=canary | endpoint is not a URL of a service
			""")
	void invalidSettingIsReported(String property, String message) {
		assertRefused(this.withBucket.withPropertyValues(PREFIX + "region=eu-north-1", PREFIX + property),
				PREFIX + message);
	}

	private static S3Client opened(LeaseStoreFactory factory) {
		S3Client[] client = new S3Client[1];
		assertThat(factory).extracting("settings.clients", InstanceOfAssertFactories.type(Supplier.class))
			.satisfies((clients) -> client[0] = (S3Client) clients.get());
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
		S3Client annotated() {
			return client(Region.EU_CENTRAL_1);
		}

	}

}
