/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.util.stream.Stream;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ZooKeeperLeaseStoreAutoConfiguration}, without a server.
 */
class ZooKeeperLeaseStoreAutoConfigurationTests {

	private static final String CONNECT_STRING = "leader-election.zookeeper.connect-string=a:1,b:2/chroot";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ZooKeeperLeaseStoreAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutAClient() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("zookeeper");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
		});
		assertRefused(this.runner, "leader-election.zookeeper.connect-string");
	}

	@Test
	void theApplicationsClientIsDetectedAndUsed() {
		withClient("one").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("CuratorFramework bean one");
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("settings.client", context.getBean("one"));
			assertThat(descriptor.factory().traits().sharedLease()).isTrue();
		});
	}

	@Test
	void theAnnotatedClientWins() {
		withClient("one").withUserConfiguration(Annotated.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("settings.client", context.getBean("annotated")));
	}

	@Test
	void connectStringWins() {
		withClient("one").withPropertyValues(CONNECT_STRING).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("settings.client", null)
				.hasFieldOrPropertyWithValue("settings.connectString", "a:1,b:2/chroot");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			''                                              | PT15S | OPEN
			lease-duration=40s                              | PT40S | OPEN
			lease-duration=40s zookeeper.session-timeout=20s | PT20S | OPEN
			zookeeper.username=app zookeeper.password=canary | PT15S | CREATOR
			zookeeper.username=app zookeeper.password=canary zookeeper.acl=open | PT15S | OPEN
			""")
	void sessionTimeoutAndAclHaveDefaults(String properties, String session, String acl) {
		configured(properties).run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
			.satisfies((factory) -> assertThat(factory).extracting("settings.sessionTimeout").hasToString(session),
					(factory) -> assertThat(factory).extracting("acl").hasToString(acl)));
	}

	@ParameterizedTest
	@CsvSource({ "root-path,x,/leader-election", "root-path,/a//b,/leader-election", "session-timeout,0s,24d",
			"session-timeout,30d,24d", "password,canary,Set both", "username,app,Set both",
			"connect-string,a:1/b//c,host:port", "connect-string,a:1/../b,is 'a:1/../b" })
	void invalidSettingsAreReportedWithARemedy(String property, String value, String remedy) {
		assertRefused(configured("zookeeper." + property + "=" + value), "leader-election.zookeeper." + property,
				remedy);
	}

	@ParameterizedTest
	@CsvSource({ "username,app", "password,canary", "session-timeout,10s" })
	void ownClientSettingsNeedAConnectString(String property, String value) {
		assertRefused(withClient("one").withPropertyValues("leader-election.zookeeper." + property + "=" + value),
				"leader-election.zookeeper." + property, "leader-election.zookeeper.connect-string");
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.withMessageNotContaining("canary"));
	}

	/** Returns a runner with a connect string and further properties. */
	private ApplicationContextRunner configured(String properties) {
		return this.runner.withPropertyValues(CONNECT_STRING)
			.withPropertyValues(Stream.of(properties.split(" "))
				.filter((property) -> !property.isEmpty())
				.map("leader-election."::concat)
				.toArray(String[]::new));
	}

	private ApplicationContextRunner withClient(String name) {
		return this.runner.withBean(name, CuratorFramework.class, () -> client(name + ":1"));
	}

	private static CuratorFramework client(String connectString) {
		return CuratorFrameworkFactory.newClient(connectString, new RetryOneTime(1));
	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		CuratorFramework annotated() {
			return client("annotated:1");
		}

	}

}
