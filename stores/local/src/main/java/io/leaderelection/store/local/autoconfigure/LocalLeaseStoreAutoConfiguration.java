/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the local store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(LocalLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(LocalLeaseStoreDescriptor.NAME)
public final class LocalLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor localLeaseStoreDescriptor(LocalLeaderElectionProperties properties) {
		return new LocalLeaseStoreDescriptor(properties);
	}

}
