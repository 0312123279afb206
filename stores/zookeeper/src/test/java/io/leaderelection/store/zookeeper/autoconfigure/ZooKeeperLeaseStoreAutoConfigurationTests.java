/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.zookeeper.ZooKeeperLeaseStoreFactory;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.DirectFieldAccessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ZooKeeperLeaseStoreAutoConfiguration}, without a server.
 */
class ZooKeeperLeaseStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ZooKeeperLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner configured = this.runner
		.withPropertyValues("leader-election.zookeeper.connect-string=a:1,b:2/chroot");

	@Test
	void nothingIsDetectedWithoutAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("zookeeper");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(descriptor::factory)
				.withMessageContaining("leader-election.zookeeper.connect-string");
		});
	}

	@Test
	void theApplicationsClientIsDetectedAndUsed() {
		this.runner.withUserConfiguration(One.class).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("CuratorFramework bean one");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("settings.client", context.getBean("one"));
			assertThat(descriptor.factory().traits().sharedLease()).isTrue();
		});
	}

	@Test
	void connectStringWins() {
		this.configured.withUserConfiguration(One.class).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("settings.client", null)
				.hasFieldOrPropertyWithValue("settings.connectString", "a:1,b:2/chroot");
		});
	}

	@Test
	void sessionTimeoutDefaultsToTheLeaseDuration() {
		this.configured
			.run((context) -> assertThat(session(context.getBean(LeaseStoreDescriptor.class))).isEqualTo("PT15S"));
		this.configured.withPropertyValues("leader-election.lease-duration=40s")
			.run((context) -> assertThat(session(context.getBean(LeaseStoreDescriptor.class))).isEqualTo("PT40S"));
		this.configured
			.withPropertyValues("leader-election.lease-duration=40s", "leader-election.zookeeper.session-timeout=20s")
			.run((context) -> assertThat(session(context.getBean(LeaseStoreDescriptor.class))).isEqualTo("PT20S"));
	}

	private static String session(LeaseStoreDescriptor descriptor) {
		assertThat(descriptor.factory()).isInstanceOf(ZooKeeperLeaseStoreFactory.class);
		return String
			.valueOf(new DirectFieldAccessor(descriptor.factory()).getPropertyValue("settings.sessionTimeout"));
	}

	@Test
	void userNameSelectsTheCreatorAclByDefault() {
		ApplicationContextRunner digest = this.configured.withPropertyValues("leader-election.zookeeper.username=app",
				"leader-election.zookeeper.password=canary");
		digest.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("acl")
			.hasToString("CREATOR"));
		digest.withPropertyValues("leader-election.zookeeper.acl=open")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("acl")
				.hasToString("OPEN"));
		this.configured
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("acl")
				.hasToString("OPEN"));
	}

	@Test
	void theQualifiedClientWinsOverThePrimaryOne() {
		this.runner.withUserConfiguration(One.class, PrimaryClient.class, Qualified.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.client", context.getBean("qualified")));
	}

	@Test
	void thePrimaryClientWins() {
		this.runner.withUserConfiguration(One.class, PrimaryClient.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.client", context.getBean("primary")));
	}

	@Test
	void severalClientsAreReported() {
		this.runner.withUserConfiguration(One.class, Two.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("one, two")
				.withMessageContaining("@LeaderElectionStore"));
	}

	@ParameterizedTest
	@CsvSource({ "root-path,x,/leader-election", "root-path,/a//b,/leader-election", "session-timeout,0s,24d",
			"session-timeout,30d,24d", "password,canary,Set both", "username,app,Set both" })
	void invalidSettingsAreReportedWithARemedy(String property, String value, String remedy) {
		this.configured.withPropertyValues("leader-election.zookeeper." + property + "=" + value)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.zookeeper." + property)
				.withMessageContaining(remedy)
				.satisfies((failure) -> assertThat(failure).hasMessageNotContaining("canary")));
	}

	@ParameterizedTest
	@CsvSource({ "a:1/b//c", "'a:1/../b'" })
	void invalidConnectStringIsReported(String connectString) {
		this.runner.withPropertyValues("leader-election.zookeeper.connect-string=" + connectString)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.zookeeper.connect-string is '" + connectString)
				.withMessageContaining("host:port"));
	}

	@ParameterizedTest
	@CsvSource({ "username,app", "password,canary", "session-timeout,10s" })
	void ownClientSettingsNeedAConnectString(String property, String value) {
		this.runner.withUserConfiguration(One.class)
			.withPropertyValues("leader-election.zookeeper." + property + "=" + value)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.zookeeper." + property)
				.withMessageContaining("leader-election.zookeeper.connect-string")
				.satisfies((failure) -> assertThat(failure).hasMessageNotContaining("canary")));
	}

	private static CuratorFramework client(String connectString) {
		return CuratorFrameworkFactory.newClient(connectString, new RetryOneTime(1));
	}

	@Configuration(proxyBeanMethods = false)
	static class One {

		@Bean
		CuratorFramework one() {
			return client("one:1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@Bean
		CuratorFramework two() {
			return client("two:2");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryClient {

		@Bean
		@Primary
		CuratorFramework primary() {
			return client("primary:3");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified {

		@Bean
		@LeaderElectionStore
		CuratorFramework qualified() {
			return client("qualified:4");
		}

	}

}
