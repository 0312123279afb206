/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

import java.net.URI;
import java.util.regex.Pattern;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.dynamodb.DynamoDbLeaseStoreFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Describes the DynamoDB store.
 *
 * @param properties the properties of the store
 * @param clientBean the application's client
 * @param credentials the application's credentials, for the store's own client
 */
record DynamoDbLeaseStoreDescriptor(DynamoDbLeaderElectionProperties properties, StoreBean<DynamoDbClient> clientBean,
		ObjectProvider<AwsCredentialsProvider> credentials) implements LeaseStoreDescriptor {

	static final String NAME = "dynamodb";

	private static final String PREFIX = "leader-election.dynamodb.";

	/** Without a user, which messages would show as a part of the address. */
	private static final Pattern ENDPOINT = Pattern
		.compile("https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?(/[\\w./-]*)?");

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		if (StringUtils.hasText(this.properties.table()) || hasOwnClient()) {
			return Detection.configured(PREFIX + (StringUtils.hasText(this.properties.table()) ? "table"
					: StringUtils.hasText(this.properties.region()) ? "region" : "endpoint"));
		}
		String evidence = this.clientBean.evidence();
		return (evidence != null) ? Detection.detected(evidence)
				: Detection.none(this.clientBean.reasonForNone() + ", and no property " + PREFIX + "* is set");
	}

	private boolean hasOwnClient() {
		return StringUtils.hasText(this.properties.endpoint()) || StringUtils.hasText(this.properties.region());
	}

	@Override
	public LeaseStoreFactory factory() {
		DynamoDbClient client = hasOwnClient() ? null : this.clientBean.find();
		DynamoDbLeaseStoreFactory.Builder builder = (client != null) ? DynamoDbLeaseStoreFactory.builder(client)
				: DynamoDbLeaseStoreFactory.builder(clients()::build);
		String table = this.properties.table();
		if (StringUtils.hasText(table)) {
			LeaderElectionConfigurationException.requireLegal(() -> builder.table(table.trim()),
					(problem) -> PREFIX + "table is '" + table + "', which is not a valid name of a table",
					"Use 3 to 255 letters, digits, '_', '-' and '.', or the ARN of the table");
		}
		return builder.createTable(this.properties.initializeSchema() == SchemaInitialization.ALWAYS).build();
	}

	private DynamoDbClientBuilder clients() {
		String endpoint = this.properties.endpoint();
		DynamoDbClientBuilder clients = DynamoDbClient.builder().region(region());
		if (StringUtils.hasText(endpoint)) {
			if (!ENDPOINT.matcher(endpoint.trim()).matches()) {
				throw new LeaderElectionConfigurationException(PREFIX + "endpoint is not a URL of a service",
						"Write it as https://dynamodb.example.com, without a user");
			}
			clients.endpointOverride(URI.create(endpoint.trim()));
		}
		this.credentials.ifUnique(clients::credentialsProvider);
		return clients;
	}

	private Region region() {
		String region = this.properties.region();
		if (StringUtils.hasText(region)) {
			return Region.of(region.trim());
		}
		try {
			// A service elsewhere seldom cares about the region, but a signature needs
			// one
			return StringUtils.hasText(this.properties.endpoint()) ? Region.US_EAST_1
					: new DefaultAwsRegionProviderChain().getRegion();
		}
		catch (SdkClientException ex) {
			throw new LeaderElectionConfigurationException(
					"The DynamoDB store has no client: " + this.clientBean.reasonForNone()
							+ ", no region is set, and the AWS SDK finds none",
					"Set " + PREFIX + "region, or add spring-cloud-aws-starter-dynamodb");
		}
	}

}
