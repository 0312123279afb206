/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.net.URL;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EtcdLeaseStoreAutoConfiguration}, without a server.
 */
class EtcdLeaseStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, EtcdLeaseStoreAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutEndpoints() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("etcd");
			assertThat(descriptor.reach()).isEqualTo(LeaseStoreDescriptor.Reach.SHARED);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(descriptor::factory)
				.withMessageContaining("leader-election.etcd.endpoints");
		});
	}

	@Test
	void endpointsConfigureTheStore() {
		this.runner.withPropertyValues("leader-election.etcd.endpoints=http://a:1, http://b").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.detect().reason()).contains("leader-election.etcd.endpoints");
			assertThat(descriptor.factory()).extracting("target").hasToString("a:1,b:2379");
			assertThat(descriptor.factory()).extracting("keyPrefix").isEqualTo("leader-election/");
			assertThat(descriptor.factory().traits().sharedLease()).isTrue();
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "endpoints=localhost:2379 | endpoints cannot be used",
			"endpoints=http://a:1,https://b:1 | are http and some are https",
			"endpoints=ftp://a:1 | endpoints cannot be used", "endpoints=http://a b | not a URL",
			"endpoints=http://me:canary@a | without user", "endpoints=http://a; key-prefix=  | key-prefix is empty",
			"endpoints=http://a; username=u | Only one of", "endpoints=http://a; password=canary | Only one of",
			"endpoints=https://a; ssl.bundle=none | no SSL bundle of that name",
			"endpoints=https://a; ssl.bundle=none; ssl.certificate=file:c | bundle and files are both set",
			"endpoints=https://a; ssl.certificate=file:c | Only one of",
			"endpoints=https://a; ssl.certificate-authority=file:/no/such/file.pem | cannot be read" })
	void invalidPropertiesAreReportedByName(String properties, String message) {
		String[] values = Stream.of(properties.split(";"))
			.map((property) -> "leader-election.etcd." + property.strip())
			.toArray(String[]::new);
		this.runner.withPropertyValues(values)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining(message.strip())
				.withMessageContaining("leader-election.etcd.")
				.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContain("canary"))
				.satisfies((failure) -> assertThat(failure.getAction()).isNotBlank()));
	}

}
