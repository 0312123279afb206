/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import com.azure.core.credential.TokenCredential;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the Azure Blob store.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "com.azure.spring.cloud.autoconfigure.implementation.storage.blob.AzureStorageBlobAutoConfiguration")
@EnableConfigurationProperties(AzureBlobLeaderElectionProperties.class)
public final class AzureBlobLeaseStoreAutoConfiguration {

	@Bean
	LeaseStoreDescriptor azureBlobLeaseStoreDescriptor(AzureBlobLeaderElectionProperties properties,
			ApplicationContext context, ObjectProvider<TokenCredential> credentials) {
		return new AzureBlobLeaseStoreDescriptor(properties, new ApplicationClient(context),
				new ConfiguredClient(properties, credentials, context.getClassLoader()));
	}

}
