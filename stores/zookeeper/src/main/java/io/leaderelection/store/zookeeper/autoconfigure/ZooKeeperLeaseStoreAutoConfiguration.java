/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import org.apache.curator.framework.CuratorFramework;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the ZooKeeper store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = { "org.springframework.cloud.zookeeper.ZookeeperAutoConfiguration" })
@EnableConfigurationProperties(ZooKeeperLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(ZooKeeperLeaseStoreDescriptor.NAME)
public final class ZooKeeperLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor zooKeeperLeaseStoreDescriptor(ZooKeeperLeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory, Environment environment) {
		return new ZooKeeperLeaseStoreDescriptor(properties, new StoreBean<>(CuratorFramework.class, beanFactory),
				environment);
	}

}
