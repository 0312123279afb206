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
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link AzureBlobLeaseStoreAutoConfiguration}, without a server.
 */
class AzureBlobLeaseStoreAutoConfigurationTests {

	private static final String CONNECTION_STRING = "DefaultEndpointsProtocol=https;AccountName=%s;"
			+ "AccountKey=Y2FuYXJ5;EndpointSuffix=core.windows.net";

	private static final String PREFIX = "leader-election.azure-blob.";

	private static final String OWN = PREFIX + "connection-string=" + CONNECTION_STRING.formatted("own");

	private static final String ENDPOINT = PREFIX + "endpoint=https://own.blob.core.windows.net";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner withClient = this.runner.withBean("one", BlobServiceClient.class,
			() -> client("one"));

	private final ApplicationContextRunner withoutIdentity = this.runner
		.withClassLoader(new FilteredClassLoader(DefaultAzureCredentialBuilder.class.getPackageName()));

	@Test
	void nothingIsDetectedWithoutAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("azure-blob");
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
		});
		assertRefused(this.runner, PREFIX + "connection-string", "spring.cloud.azure.storage.blob");
	}

	@Test
	void theApplicationsClientIsDetected() {
		this.withClient.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("one");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("containerName", "leader-election")
				.extracting("client")
				.isSameAs(context.getBean(BlobServiceClient.class));
		});
	}

	@Test
	void theAnnotatedClientWins() {
		assertAccount(this.withClient.withUserConfiguration(Annotated.class), "annotated");
	}

	@Test
	void ownConnectionStringWins() {
		this.withClient.withPropertyValues(OWN, PREFIX + "container-name=elections").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.detect().reason()).doesNotContain("Y2FuYXJ5");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("client.accountName", "own")
				.hasFieldOrPropertyWithValue("containerName", "elections");
		});
	}

	@Test
	void endpointUsesAnIdentityOrACredentialOrItsSignature() {
		assertAccount(this.runner.withPropertyValues(ENDPOINT, PREFIX + "managed-identity-client-id=4711"), "own");
		assertAccount(this.withoutIdentity.withPropertyValues(ENDPOINT + "/?sv=1&sig=canary"), "own");
		assertAccount(this.withoutIdentity.withPropertyValues(ENDPOINT)
			.withBean(TokenCredential.class,
					() -> (request) -> Mono.just(new AccessToken("token", OffsetDateTime.MAX))),
				"own");
		assertRefused(this.withoutIdentity.withPropertyValues(ENDPOINT), "com.azure:azure-identity");
	}

	@ParameterizedTest
	@CsvSource({ "connection-string=AccountKey=canary,connection-string is not a connection string",
			"endpoint=canary?sig=canary,endpoint is not a URL",
			"endpoint=http://canary^host?sig=canary,endpoint is not a URL" })
	void invalidSettingsAreReportedWithoutSecrets(String property, String message) {
		assertRefused(this.runner.withPropertyValues(PREFIX + property), PREFIX + message);
	}

	@Test
	void connectionStringWithEndpointIsRejected() {
		assertRefused(this.runner.withPropertyValues(OWN, ENDPOINT), "are both set");
	}

	@Test
	void invalidContainerNameIsReported() {
		for (String name : new String[] { "a", "Upper", "a--b", "-ab", "ab-", "a_b", "x".repeat(64), "$web" }) {
			assertRefused(this.withClient.withPropertyValues(PREFIX + "container-name=" + name),
					PREFIX + "container-name is '" + name + "'");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "14s", "61s" })
	void rule14InvalidLeaseDurationFailsTheStart(String lease) {
		this.withClient.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "leader-election.lease-duration=" + lease,
					"spring.lifecycle.timeout-per-shutdown-phase=60s")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("lease-duration is " + lease)
				.hasMessageContaining("azure-blob")
				.hasMessageContaining("between 15s and 60s"));
	}

	private static void assertAccount(ApplicationContextRunner runner, String account) {
		runner.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
			.hasFieldOrPropertyWithValue("client.accountName", account));
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("canary")));
	}

	private static BlobServiceClient client(String account) {
		return new BlobServiceClientBuilder().connectionString(CONNECTION_STRING.formatted(account)).buildClient();
	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		BlobServiceClient annotated() {
			return client("annotated");
		}

	}

}
