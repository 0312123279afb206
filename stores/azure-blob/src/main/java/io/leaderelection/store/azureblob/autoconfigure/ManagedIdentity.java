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
 * Creates the credential of the managed identity. A separate class, so that
 * {@code azure-identity} is loaded only if it is present.
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
