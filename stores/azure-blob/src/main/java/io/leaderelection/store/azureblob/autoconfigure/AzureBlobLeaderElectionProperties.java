/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import io.leaderelection.store.azureblob.AzureBlobLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the Azure Blob store.
 */
@ConfigurationProperties("leader-election.azure-blob")
public class AzureBlobLeaderElectionProperties {

	/**
	 * Connection string of the storage account, with its key or a shared access
	 * signature. Replaces the application's own BlobServiceClient.
	 */
	private @Nullable String connectionString;

	/**
	 * URL of the blob service, such as https://account.blob.core.windows.net. Replaces
	 * the application's own BlobServiceClient. The store signs in with the shared access
	 * signature at the end of the URL, otherwise with the application's TokenCredential
	 * bean, otherwise with the managed identity, which requires azure-identity.
	 */
	private @Nullable String endpoint;

	/**
	 * Client ID of the user-assigned managed identity to sign in with at the endpoint.
	 * Not needed for the system-assigned identity.
	 */
	private @Nullable String managedIdentityClientId;

	/**
	 * Name of the container with a blob for each election. The container is created if it
	 * does not exist and the store has the right to create it.
	 */
	private String containerName = AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER;

	public @Nullable String getConnectionString() {
		return this.connectionString;
	}

	public void setConnectionString(@Nullable String connectionString) {
		this.connectionString = connectionString;
	}

	public @Nullable String getEndpoint() {
		return this.endpoint;
	}

	public void setEndpoint(@Nullable String endpoint) {
		this.endpoint = endpoint;
	}

	public @Nullable String getManagedIdentityClientId() {
		return this.managedIdentityClientId;
	}

	public void setManagedIdentityClientId(@Nullable String managedIdentityClientId) {
		this.managedIdentityClientId = managedIdentityClientId;
	}

	public String getContainerName() {
		return this.containerName;
	}

	public void setContainerName(String containerName) {
		this.containerName = containerName;
	}

}
