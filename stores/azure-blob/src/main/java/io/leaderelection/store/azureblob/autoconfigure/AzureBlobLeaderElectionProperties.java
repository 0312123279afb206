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
	 * signature, if the application's own BlobServiceClient is not to be used.
	 */
	private @Nullable String connectionString;

	/**
	 * URL of the blob service, such as https://account.blob.core.windows.net, if the
	 * application's own BlobServiceClient is not to be used. Signs in with the shared
	 * access signature that ends it, else with the application's TokenCredential bean,
	 * else with the managed identity, for which azure-identity is needed.
	 */
	private @Nullable String endpoint;

	/**
	 * Client id of the managed identity to sign in with at the endpoint, if it is not the
	 * one of the system.
	 */
	private @Nullable String managedIdentityClientId;

	/**
	 * Name of the container with a blob for each election. It is created if it does not
	 * exist and the rights suffice.
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
