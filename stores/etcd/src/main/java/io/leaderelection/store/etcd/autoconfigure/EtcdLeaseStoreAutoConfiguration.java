/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the etcd store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class, after = SslAutoConfiguration.class)
@EnableConfigurationProperties(EtcdLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(EtcdLeaseStoreDescriptor.NAME)
public final class EtcdLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor etcdLeaseStoreDescriptor(EtcdLeaderElectionProperties properties,
			ObjectProvider<SslBundles> bundles) {
		return new EtcdLeaseStoreDescriptor(properties, bundles);
	}

}
