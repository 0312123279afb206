/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The identity of the place where the application runs. A class of its own, loaded only
 * where {@code azure-identity} is there.
 */
final class ManagedIdentity {

	private ManagedIdentity() {
	}

	static TokenCredential credential(@Nullable String clientId) {
		DefaultAzureCredentialBuilder builder = new DefaultAzureCredentialBuilder();
		if (StringUtils.hasText(clientId)) {
			builder.managedIdentityClientId(clientId.trim());
		}
		return builder.build();
	}

}
