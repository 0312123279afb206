/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the DynamoDB store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@EnableConfigurationProperties(DynamoDbLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(DynamoDbLeaseStoreDescriptor.NAME)
public final class DynamoDbLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor dynamoDbLeaseStoreDescriptor(DynamoDbLeaderElectionProperties properties,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<AwsCredentialsProvider> credentials) {
		return new DynamoDbLeaseStoreDescriptor(properties, new StoreBean<>(DynamoDbClient.class, beanFactory),
				credentials);
	}

}
