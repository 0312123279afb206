/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.time.OffsetDateTime;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link AzureBlobLeaseStoreAutoConfiguration}, without a server.
 */
class AzureBlobLeaseStoreAutoConfigurationTests {

	private static final String CONNECTION_STRING = "DefaultEndpointsProtocol=https;AccountName=%s;"
			+ "AccountKey=Y2FuYXJ5;EndpointSuffix=core.windows.net";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("azure-blob");
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(descriptor::factory)
				.withMessageContaining("leader-election.azure-blob.connection-string")
				.withMessageContaining("spring.cloud.azure.storage.blob");
		});
	}

	@Test
	void theApplicationsClientIsDetected() {
		this.runner.withUserConfiguration(One.class).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("blobServiceClient");
			assertThat(descriptor.factory()).extracting("client").isSameAs(context.getBean(BlobServiceClient.class));
			StoreTraits traits = descriptor.factory().traits();
			assertThat(traits.smallestLease()).hasSeconds(15);
			assertThat(traits.largestLease()).hasSeconds(60);
		});
	}

	@Test
	void thePrimaryClientWins() {
		this.runner.withUserConfiguration(Two.class).run((context) -> assertAccount(context, "primary"));
	}

	@Test
	void theQualifiedClientWinsOverThePrimaryOne() {
		this.runner.withUserConfiguration(Two.class, Qualified.class)
			.run((context) -> assertAccount(context, "qualified"));
	}

	@Test
	void severalClientsAreReported() {
		this.runner.withUserConfiguration(One.class, Other.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("blobServiceClient, other")
				.withMessageContaining("@LeaderElectionStore"));
	}

	@Test
	void ownConnectionStringWins() {
		this.runner.withUserConfiguration(One.class)
			.withPropertyValues("leader-election.azure-blob.connection-string=" + CONNECTION_STRING.formatted("own"),
					"leader-election.azure-blob.container-name=elections")
			.run((context) -> {
				LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
				assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
				assertThat(descriptor.detect().reason()).doesNotContain("Y2FuYXJ5");
				assertAccount(context, "own");
				assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("containerName", "elections");
			});
	}

	@Test
	void theContainerHasADefaultName() {
		this.runner.withUserConfiguration(One.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("containerName", "leader-election"));
	}

	@Test
	void endpointUsesTheManagedIdentity() {
		this.runner
			.withPropertyValues("leader-election.azure-blob.endpoint=https://own.blob.core.windows.net",
					"leader-election.azure-blob.managed-identity-client-id=4711")
			.run((context) -> assertAccount(context, "own"));
	}

	@Test
	void endpointUsesTheApplicationsCredential() {
		this.runner.withUserConfiguration(Credential.class)
			.withClassLoader(new FilteredClassLoader(DefaultAzureCredentialBuilder.class.getPackageName()))
			.withPropertyValues("leader-election.azure-blob.endpoint=https://own.blob.core.windows.net")
			.run((context) -> assertAccount(context, "own"));
	}

	@Test
	void endpointWithSignatureNeedsNoIdentity() {
		this.runner.withClassLoader(new FilteredClassLoader(DefaultAzureCredentialBuilder.class.getPackageName()))
			.withPropertyValues(
					"leader-election.azure-blob.endpoint=https://own.blob.core.windows.net/?sv=1&sig=canary")
			.run((context) -> assertAccount(context, "own"));
	}

	@Test
	void endpointWithoutCredentialIsReported() {
		this.runner.withClassLoader(new FilteredClassLoader(DefaultAzureCredentialBuilder.class.getPackageName()))
			.withPropertyValues("leader-election.azure-blob.endpoint=https://own.blob.core.windows.net")
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("com.azure:azure-identity"));
	}

	@Test
	void invalidSettingsAreReportedWithoutSecrets() {
		assertRejected("leader-election.azure-blob.connection-string=AccountKey=canary",
				"leader-election.azure-blob.connection-string is not a connection string");
		assertRejected("leader-election.azure-blob.endpoint=canary?sig=canary",
				"leader-election.azure-blob.endpoint is not a URL");
		assertRejected("leader-election.azure-blob.endpoint=http://canary^host?sig=canary",
				"leader-election.azure-blob.endpoint is not a URL");
	}

	private void assertRejected(String property, String message) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining(message)
				.satisfies((failure) -> assertThat(failure).hasMessageNotContaining("canary").hasNoCause()));
	}

	@Test
	void connectionStringWithEndpointIsRejected() {
		this.runner
			.withPropertyValues("leader-election.azure-blob.connection-string=" + CONNECTION_STRING.formatted("own"),
					"leader-election.azure-blob.endpoint=https://own.blob.core.windows.net")
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("are both set"));
	}

	@Test
	void invalidContainerNameIsReported() {
		for (String name : new String[] { "a", "Upper", "a--b", "-ab", "ab-", "a_b", "x".repeat(64), "$web" }) {
			this.runner.withUserConfiguration(One.class)
				.withPropertyValues("leader-election.azure-blob.container-name=" + name)
				.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
					.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
					.withMessageContaining("leader-election.azure-blob.container-name is '" + name + "'"));
		}
	}

	@Test
	void rule14InvalidLeaseDurationFailsTheStart() {
		for (String lease : new String[] { "14s", "61s" }) {
			this.runner.withUserConfiguration(One.class)
				.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
				.withPropertyValues("spring.application.name=orders", "leader-election.lease-duration=" + lease,
						"spring.lifecycle.timeout-per-shutdown-phase=60s")
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.hasMessageContaining("lease-duration is " + lease)
					.hasMessageContaining("azure-blob")
					.hasMessageContaining("between 15s and 60s"));
		}
	}

	private static void assertAccount(org.springframework.context.ApplicationContext context, String account) {
		assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("client.accountName")
			.isEqualTo(account);
	}

	private static BlobServiceClient client(String account) {
		return new BlobServiceClientBuilder().connectionString(CONNECTION_STRING.formatted(account)).buildClient();
	}

	@Configuration(proxyBeanMethods = false)
	static class One {

		@Bean
		BlobServiceClient blobServiceClient() {
			return client("one");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Other {

		@Bean
		BlobServiceClient other() {
			return client("other");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@Bean
		@Primary
		BlobServiceClient primary() {
			return client("primary");
		}

		@Bean
		BlobServiceClient secondary() {
			return client("secondary");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified {

		@Bean
		@LeaderElectionStore
		BlobServiceClient qualified() {
			return client("qualified");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Credential {

		@Bean
		TokenCredential credential() {
			return (request) -> Mono.just(new AccessToken("token", OffsetDateTime.MAX));
		}

	}

}
