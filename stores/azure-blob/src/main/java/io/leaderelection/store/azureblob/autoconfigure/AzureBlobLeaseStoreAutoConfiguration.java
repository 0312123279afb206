/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import com.azure.core.credential.TokenCredential;
import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.autoconfigure.ConditionalOnLeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the Azure Blob store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "com.azure.spring.cloud.autoconfigure.implementation.storage.blob.AzureStorageBlobAutoConfiguration")
@EnableConfigurationProperties(AzureBlobLeaderElectionProperties.class)
@ConditionalOnLeaderElectionStore(AzureBlobLeaseStoreDescriptor.NAME)
public final class AzureBlobLeaseStoreAutoConfiguration {

	@Bean
	@Lazy
	LeaseStoreDescriptor azureBlobLeaseStoreDescriptor(AzureBlobLeaderElectionProperties properties,
			ConfigurableApplicationContext context, ObjectProvider<TokenCredential> credentials) {
		return new AzureBlobLeaseStoreDescriptor(properties,
				new StoreBean<>(BlobServiceClient.class, context.getBeanFactory()),
				new ConfiguredClient(properties, credentials, context.getClassLoader()), context.getEnvironment());
	}

}
