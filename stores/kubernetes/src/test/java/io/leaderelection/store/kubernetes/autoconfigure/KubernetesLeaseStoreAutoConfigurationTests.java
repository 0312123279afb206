/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KubernetesLeaseStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KubernetesLeaseStoreAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutAClientOrProperties() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("kubernetes");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThat(descriptor.detect().reason()).contains("KubernetesClient")
				.contains("leader-election.kubernetes.namespace");
		});
	}

	@Test
	void thereIsNoDescriptorWithoutTheClient() {
		this.runner.withClassLoader(new FilteredClassLoader(KubernetesClient.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStoreDescriptor.class));
	}

	@Test
	void namespaceConfiguresTheStore() {
		this.runner.withPropertyValues("leader-election.kubernetes.namespace=team-b").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.factory().traits().name()).isEqualTo("kubernetes");
			assertThat(descriptor.factory()).extracting("settings.namespace").isEqualTo("team-b");
		});
	}

	@Test
	void aClientIsDetectedAndItsConfigurationUsed() {
		this.runner.withUserConfiguration(OneClient.class).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("one");
			assertThat(descriptor.factory()).extracting("config.masterUrl").asString().contains("one.example");
			assertThat(descriptor.factory()).extracting("settings.namespace").isEqualTo("of-one");
			assertThat(descriptor.factory()).extracting("settings.namePrefix").isEqualTo("leader-election-");
		});
	}

	@Test
	void allSettingsAreUsed() {
		this.runner.withUserConfiguration(OneClient.class)
			.withPropertyValues("leader-election.kubernetes.namespace=team-b",
					"leader-election.kubernetes.name-prefix=le-", "leader-election.kubernetes.labels.team=b",
					"leader-election.kubernetes.labels.[example.org/part-of]=orders")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("settings")
				.hasToString("KubernetesStoreSettings[namespace=team-b, namePrefix=le-, labels="
						+ java.util.Map.copyOf(java.util.Map.of("team", "b", "example.org/part-of", "orders")) + "]"));
	}

	@Test
	void severalClientsAreReported() {
		this.runner.withUserConfiguration(OneClient.class, AnotherClient.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("another")
				.withMessageContaining("one")
				.satisfies((ex) -> assertThat(ex.getAction()).contains("@LeaderElectionStore")));
	}

	@Test
	void thePrimaryClientIsUsed() {
		this.runner.withUserConfiguration(OneClient.class, PrimaryClient.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.extracting("settings.namespace")
				.isEqualTo("of-primary"));
	}

	@Test
	void theQualifiedClientWinsOverThePrimaryOne() {
		this.runner.withUserConfiguration(OneClient.class, PrimaryClient.class, QualifiedClient.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.extracting("settings.namespace")
				.isEqualTo("of-qualified"));
	}

	@ParameterizedTest
	@CsvSource({ "namespace,Team_A,lower-case", "name-prefix,A.b,lower-case", "labels.team,not legal!,letters" })
	void invalidSettingIsReported(String property, String value, String action) {
		this.runner.withUserConfiguration(OneClient.class)
			.withPropertyValues("leader-election.kubernetes." + property + "=" + value)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.kubernetes." + property.replace(".team", ""))
				.withMessageContaining(value)
				.satisfies((ex) -> assertThat(ex.getAction()).contains(action)));
	}

	@Test
	void missingNamespaceIsReported() {
		this.runner.withUserConfiguration(ClientWithoutNamespace.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.satisfies((ex) -> assertThat(ex.getAction()).contains("Set leader-election.kubernetes.namespace")));
	}

	private static KubernetesClient client(String name) {
		return new KubernetesClientBuilder()
			.withConfig(new ConfigBuilder(Config.empty()).withMasterUrl("https://" + name + ".example:6443")
				.withNamespace((name.equals("none")) ? null : "of-" + name)
				.build())
			.build();
	}

	@Configuration(proxyBeanMethods = false)
	static class OneClient {

		@Bean
		KubernetesClient one() {
			return client("one");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnotherClient {

		@Bean
		KubernetesClient another() {
			return client("another");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryClient {

		@Bean
		@Primary
		KubernetesClient primary() {
			return client("primary");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedClient {

		@Bean
		@LeaderElectionStore
		KubernetesClient qualified() {
			return client("qualified");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ClientWithoutNamespace {

		@Bean
		KubernetesClient none() {
			return client("none");
		}

	}

}
