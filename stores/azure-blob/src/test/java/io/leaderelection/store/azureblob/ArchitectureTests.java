/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.architecture.StoreArchitecture;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(AzureBlobLeaseStoreFactory.class, "com.azure.core..", "com.azure.storage..", "reactor.core..");
	}

}
