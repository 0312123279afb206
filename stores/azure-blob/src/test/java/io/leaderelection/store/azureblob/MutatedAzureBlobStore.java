/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.LeaseStoreFactory;

/**
 * The contract on a mutant, run by {@link AzureBlobStoreMutationIT}.
 */
final class MutatedAzureBlobStore extends AzureBlobStoreContract {

	static ClassLoader classes;

	static AzuriteServer server;

	@Override
	AzuriteServer server() {
		return server;
	}

	@Override
	LeaseStoreFactory factory() {
		try {
			Object builder = classes.loadClass(AzureBlobLeaseStoreFactory.class.getName())
				.getMethod("builder", BlobServiceClient.class)
				.invoke(null, BlobRecords.client(server.connectionString()));
			return (LeaseStoreFactory) builder.getClass().getMethod("build").invoke(builder);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
