/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.time.Duration;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.azureblob.AzureBlobLeaseStoreFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Describes the Azure Blob store.
 */
final class AzureBlobLeaseStoreDescriptor implements LeaseStoreDescriptor {

	static final String NAME = "azure-blob";

	private static final Logger logger = LoggerFactory.getLogger(AzureBlobLeaseStoreDescriptor.class);

	private static final String SPREAD = "leader-election.spread";

	private static final String RETRY_INTERVAL = "leader-election.retry-interval";

	private final AzureBlobLeaderElectionProperties properties;

	private final StoreBean<BlobServiceClient> clientBean;

	private final ConfiguredClient configured;

	private final Environment environment;

	AzureBlobLeaseStoreDescriptor(AzureBlobLeaderElectionProperties properties, StoreBean<BlobServiceClient> clientBean,
			ConfiguredClient configured, Environment environment) {
		this.environment = environment;
		this.properties = properties;
		this.clientBean = clientBean;
		this.configured = configured;
	}

	@Override
	public String name() {
		return NAME;
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
		String container = this.properties.containerName();
		LeaderElectionConfigurationException.requireLegal(() -> builder.containerName(container),
				(problem) -> "leader-election.azure-blob.container-name is '" + container
						+ "', which is not a valid container name",
				"Use 3 to 63 lower-case letters, digits and single hyphens between them");
		warnOfSpread();
		return builder.build();
	}

	/** Warns because each call is billed, and the store has no batch calls. */
	private void warnOfSpread() {
		if (this.environment.getProperty(SPREAD, Boolean.class, false)) {
			Duration retryInterval = Binder.get(this.environment)
				.bind(RETRY_INTERVAL, Duration.class)
				.orElse(Duration.ofSeconds(2));
			logger.warn(
					"{} is true: each instance reads the bid of each election from Azure Blob Storage every {} ms, "
							+ "which is {} calls a day for each. Raise {}, or use another store",
					SPREAD, retryInterval.toMillis(), Duration.ofDays(1).dividedBy(retryInterval), RETRY_INTERVAL);
		}
	}

	private BlobServiceClient client() {
		if (this.configured.property() != null) {
			return this.configured.client();
		}
		BlobServiceClient client = this.clientBean.find();
		if (client == null) {
			throw new LeaderElectionConfigurationException(
					"The Azure Blob store has no storage account: " + this.clientBean.reasonForNone(),
					"Set spring.cloud.azure.storage.blob.* with spring-cloud-azure-starter-storage-blob on the class "
							+ "path, or set " + ConfiguredClient.CONNECTION_STRING + " or "
							+ ConfiguredClient.ENDPOINT);
		}
		return client;
	}

}
