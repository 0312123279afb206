/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import io.leaderelection.store.azureblob.AzureBlobLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the Azure Blob store.
 *
 * @param connectionString Connection string of the storage account, with its key or a
 * shared access signature. Replaces the application's own BlobServiceClient.
 * @param endpoint URL of the blob service, such as https://account.blob.core.windows.net.
 * Replaces the application's own BlobServiceClient. The store signs in with the shared
 * access signature at the end of the URL, otherwise with the application's
 * TokenCredential bean, otherwise with the managed identity, which requires
 * azure-identity.
 * @param managedIdentityClientId Client ID of the user-assigned managed identity to sign
 * in with at the endpoint. Not needed for the system-assigned identity.
 * @param containerName Name of the container with a blob for each election. The container
 * is created if it does not exist and the store has the right to create it.
 */
@ConfigurationProperties("leader-election.azure-blob")
public record AzureBlobLeaderElectionProperties(@Nullable String connectionString, @Nullable String endpoint,
		@Nullable String managedIdentityClientId,
		@DefaultValue(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER) String containerName) {

	/** Omits connection string and endpoint, which may be secrets. */
	@Override
	public String toString() {
		return "AzureBlobLeaderElectionProperties[containerName=" + this.containerName + "]";
	}

}
