/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Creates a client from the store's own properties. Messages contain neither a value nor
 * the original exception, because both may contain a key or a signature.
 */
final class ConfiguredClient {

	static final String CONNECTION_STRING = "leader-election.azure-blob.connection-string";

	static final String ENDPOINT = "leader-election.azure-blob.endpoint";

	private static final String IDENTITY = "com.azure.identity.DefaultAzureCredentialBuilder";

	private final AzureBlobLeaderElectionProperties properties;

	private final ObjectProvider<TokenCredential> credentials;

	private final @Nullable ClassLoader classLoader;

	ConfiguredClient(AzureBlobLeaderElectionProperties properties, ObjectProvider<TokenCredential> credentials,
			@Nullable ClassLoader classLoader) {
		this.classLoader = classLoader;
		this.properties = properties;
		this.credentials = credentials;
	}

	/**
	 * Returns the name of the property that is set.
	 * @return the name, or {@code null} if neither is set
	 */
	@Nullable String property() {
		if (StringUtils.hasText(this.properties.connectionString())) {
			return CONNECTION_STRING;
		}
		return StringUtils.hasText(this.properties.endpoint()) ? ENDPOINT : null;
	}

	/**
	 * Creates the client.
	 * @throws LeaderElectionConfigurationException if a property cannot be used
	 */
	BlobServiceClient client() {
		String connectionString = this.properties.connectionString();
		String endpoint = this.properties.endpoint();
		if (StringUtils.hasText(connectionString)) {
			if (StringUtils.hasText(endpoint)) {
				throw new LeaderElectionConfigurationException(CONNECTION_STRING + " and " + ENDPOINT + " are both set",
						"Remove one of them");
			}
			return fromConnectionString(connectionString.trim());
		}
		return fromEndpoint(String.valueOf(endpoint).trim());
	}

	private static BlobServiceClient fromConnectionString(String connectionString) {
		try {
			return new BlobServiceClientBuilder().connectionString(connectionString).buildClient();
		}
		catch (RuntimeException ex) {
			throw new LeaderElectionConfigurationException(
					CONNECTION_STRING + " is not a connection string of Azure Storage",
					"Copy it from the access keys of the storage account: "
							+ "DefaultEndpointsProtocol=https;AccountName=...;AccountKey=...;EndpointSuffix=...");
		}
	}

	private BlobServiceClient fromEndpoint(String endpoint) {
		URI uri = uri(endpoint);
		BlobServiceClientBuilder builder = new BlobServiceClientBuilder();
		try {
			builder.endpoint(endpoint);
			if (!StringUtils.hasText(uri.getRawQuery())) {
				builder.credential(credential());
			}
			return builder.buildClient();
		}
		catch (LeaderElectionConfigurationException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw new LeaderElectionConfigurationException(ENDPOINT + " cannot be used",
					"Write it as https://account.blob.core.windows.net; with an identity it must be https");
		}
	}

	private static URI uri(String endpoint) {
		try {
			URI uri = new URI(endpoint);
			// Azure uses no user in a URL, and messages would show it as a part of the
			// address
			if (uri.getHost() != null && uri.getRawUserInfo() == null
					&& ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))) {
				return uri;
			}
		}
		catch (URISyntaxException ex) {
			// Reported below without the value
		}
		throw new LeaderElectionConfigurationException(ENDPOINT + " is not a URL of a blob service",
				"Write it as https://account.blob.core.windows.net");
	}

	private TokenCredential credential() {
		TokenCredential bean = this.credentials.getIfUnique();
		if (bean != null) {
			return bean;
		}
		if (!ClassUtils.isPresent(IDENTITY, this.classLoader)) {
			throw new LeaderElectionConfigurationException(ENDPOINT
					+ " is set without a shared access signature, there is no single TokenCredential bean, and "
					+ "com.azure:azure-identity is not on the class path: no credential to sign in with",
					"Add the dependency com.azure:azure-identity to sign in with the managed identity, or set "
							+ CONNECTION_STRING);
		}
		DefaultAzureCredentialBuilder builder = new DefaultAzureCredentialBuilder();
		String clientId = this.properties.managedIdentityClientId();
		if (StringUtils.hasText(clientId)) {
			builder.managedIdentityClientId(clientId.trim());
		}
		return builder.build();
	}

}
