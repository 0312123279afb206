/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.s3.S3Client;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the S3 store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "io.awspring.cloud.autoconfigure.s3.S3AutoConfiguration")
@EnableConfigurationProperties(S3LeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(S3LeaseStoreDescriptor.NAME)
public final class S3LeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor s3LeaseStoreDescriptor(S3LeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<AwsCredentialsProvider> credentials) {
		return new S3LeaseStoreDescriptor(properties, new StoreBean<>(S3Client.class, beanFactory), credentials);
	}

}
