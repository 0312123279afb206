/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.azureblob.AzureBlobLeaseStoreFactory;

/**
 * Describes the Azure Blob store.
 */
final class AzureBlobLeaseStoreDescriptor implements LeaseStoreDescriptor {

	static final String NAME = "azure-blob";

	private final AzureBlobLeaderElectionProperties properties;

	private final StoreBean<BlobServiceClient> clientBean;

	private final ConfiguredClient configured;

	AzureBlobLeaseStoreDescriptor(AzureBlobLeaderElectionProperties properties, StoreBean<BlobServiceClient> clientBean,
			ConfiguredClient configured) {
		this.properties = properties;
		this.clientBean = clientBean;
		this.configured = configured;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Reach reach() {
		return Reach.SHARED;
	}

	@Override
	public Detection detect() {
		String property = this.configured.property();
		if (property != null) {
			return Detection.configured(property);
		}
		String evidence = this.clientBean.evidence();
		return (evidence != null) ? Detection.detected(evidence)
				: Detection.none(this.clientBean.reasonForNone() + ", and neither " + ConfiguredClient.CONNECTION_STRING
						+ " nor " + ConfiguredClient.ENDPOINT + " is set");
	}

	@Override
	public LeaseStoreFactory factory() {
		AzureBlobLeaseStoreFactory.Builder builder = AzureBlobLeaseStoreFactory.builder(client());
		try {
			builder.containerName(this.properties.getContainerName());
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					"leader-election.azure-blob.container-name is '" + this.properties.getContainerName()
							+ "', which no container can have",
					"Use 3 to 63 lower-case letters, digits and single hyphens between them", ex);
		}
		return builder.build();
	}

	private BlobServiceClient client() {
		if (this.configured.property() != null) {
			return this.configured.client();
		}
		BlobServiceClient client = this.clientBean.find();
		if (client == null) {
			throw new LeaderElectionConfigurationException(
					"The Azure Blob store does not know where its storage account is: "
							+ this.clientBean.reasonForNone(),
					"Set spring.cloud.azure.storage.blob.* with spring-cloud-azure-starter-storage-blob on the class "
							+ "path, or set " + ConfiguredClient.CONNECTION_STRING + " or "
							+ ConfiguredClient.ENDPOINT);
		}
		return client;
	}

}
