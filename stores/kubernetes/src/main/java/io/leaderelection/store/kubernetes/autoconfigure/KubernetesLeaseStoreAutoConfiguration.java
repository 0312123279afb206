/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the Kubernetes store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.cloud.kubernetes.fabric8.Fabric8AutoConfiguration")
@ConditionalOnClass(KubernetesClient.class)
@EnableConfigurationProperties(KubernetesLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(KubernetesLeaseStoreDescriptor.NAME)
public final class KubernetesLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor kubernetesLeaseStoreDescriptor(KubernetesLeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory, Environment environment) {
		return new KubernetesLeaseStoreDescriptor(properties, new StoreBean<>(KubernetesClient.class, beanFactory),
				environment.containsProperty(KubernetesLeaseStoreDescriptor.MODE));
	}

}
