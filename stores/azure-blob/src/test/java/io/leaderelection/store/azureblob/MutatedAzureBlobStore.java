/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.lang.reflect.Method;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;

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
	LeaseStore open(SteppedTime time) {
		try {
			Object builder = classes.loadClass(AzureBlobLeaseStoreFactory.class.getName())
				.getMethod("builder", BlobServiceClient.class)
				.invoke(null, BlobRecords.client(server.connectionString()));
			Object factory = builder.getClass().getMethod("build").invoke(builder);
			Method open = factory.getClass().getDeclaredMethod("open", TimeSystem.class);
			open.setAccessible(true);
			return (LeaseStore) open.invoke(factory, time);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
