/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the DynamoDB store.
 *
 * @param table Name or ARN of the table, the same for all instances. Default is
 * leader_election.
 * @param initializeSchema Whether to create a missing table: always or never.
 * @param region Region of the table. Replaces the application's own DynamoDbClient. If
 * neither is there, the region is found as the AWS SDK does.
 * @param endpoint URL of a service with the API of DynamoDB. Replaces the application's
 * own DynamoDbClient.
 */
@ConfigurationProperties("leader-election.dynamodb")
public record DynamoDbLeaderElectionProperties(@Nullable String table,
		@DefaultValue("never") SchemaInitialization initializeSchema, @Nullable String region,
		@Nullable String endpoint) {

}
