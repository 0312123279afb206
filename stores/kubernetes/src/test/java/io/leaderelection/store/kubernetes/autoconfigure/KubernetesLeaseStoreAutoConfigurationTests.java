/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.util.Map;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class KubernetesLeaseStoreAutoConfigurationTests {

	private static final String PREFIX = "leader-election.kubernetes.";

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
		withClient("one").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("one");
			assertThat(descriptor.factory()).extracting("config.masterUrl").asString().contains("one.example");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("settings.namespace", "of-one")
				.hasFieldOrPropertyWithValue("settings.namePrefix", "leader-election-");
		});
	}

	@Test
	void allSettingsAreUsed() {
		withClient("one")
			.withPropertyValues(PREFIX + "namespace=team-b", PREFIX + "name-prefix=le-", PREFIX + "labels.team=b",
					PREFIX + "labels.[example.org/part-of]=orders", PREFIX + "lease-names.[billing.eu]=billing-leader",
					PREFIX + "adopt-leases=true")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.namespace", "team-b")
				.hasFieldOrPropertyWithValue("settings.namePrefix", "le-")
				.hasFieldOrPropertyWithValue("settings.labels", Map.of("team", "b", "example.org/part-of", "orders"))
				.hasFieldOrPropertyWithValue("settings.leaseNames", Map.of("billing.eu", "billing-leader"))
				.hasFieldOrPropertyWithValue("settings.adoptLeases", true));
	}

	@Test
	void theAnnotatedClientWins() {
		withClient("one").withUserConfiguration(Annotated.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.namespace", "of-annotated"));
	}

	@ParameterizedTest
	@CsvSource({ "namespace,Team_A,lower-case", "name-prefix,A.b,lower-case", "labels.team,not legal!,letters",
			"lease-names.billing,Not_Legal,kubectl" })
	void invalidSettingIsReported(String property, String value, String action) {
		assertRefused(withClient("one").withPropertyValues(PREFIX + property + "=" + value), action,
				PREFIX + property.replaceFirst("\\..*", ""), value);
	}

	@ParameterizedTest
	@CsvSource({ "unset=,true", "leader-election.mode=elect,false", "leader-election.mode=always,false" })
	@DisplayName("A laptop's kubeconfig is warned of, unless leader-election.mode says what is meant")
	void kubeconfigIsWarnedOf(String property, boolean warned, CapturedOutput output) {
		this.runner.withBean("laptop", KubernetesClient.class, () -> ofKubeconfig())
			.withPropertyValues(property)
			.run((context) -> {
				context.getBean(LeaseStoreDescriptor.class).factory();
				assertThat(output.getOut().contains("kubeconfig's context 'production' (https://prod.example:6443/)"))
					.isEqualTo(warned);
			});
	}

	@Test
	void clientOfAPodIsNotWarnedOf(CapturedOutput output) {
		withClient("one").run((context) -> context.getBean(LeaseStoreDescriptor.class).factory());
		assertThat(output.getOut()).doesNotContain("kubeconfig");
	}

	private static KubernetesClient ofKubeconfig() {
		return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig("""
				apiVersion: v1
				kind: Config
				current-context: production
				contexts:
				- name: production
				  context: {cluster: prod, user: me, namespace: orders}
				clusters:
				- name: prod
				  cluster: {server: "https://prod.example:6443"}
				users:
				- name: me
				  user: {token: secret}
				""")).build();
	}

	@Test
	void missingNamespaceIsReported() {
		assertRefused(withClient("none"), "Set leader-election.kubernetes.namespace", "namespace");
	}

	private static void assertRefused(ApplicationContextRunner runner, String action, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.satisfies((ex) -> assertThat(ex.getAction()).contains(action)));
	}

	private ApplicationContextRunner withClient(String name) {
		return this.runner.withBean(name, KubernetesClient.class, () -> client(name));
	}

	private static KubernetesClient client(String name) {
		return new KubernetesClientBuilder()
			.withConfig(new ConfigBuilder(Config.empty()).withMasterUrl("https://" + name + ".example:6443")
				.withNamespace((name.equals("none")) ? null : "of-" + name)
				.build())
			.build();
	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		KubernetesClient annotated() {
			return client("annotated");
		}

	}

}
