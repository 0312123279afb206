/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.DynamoServer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Where the contract suite runs: a server of the tests, or what the environment names.
 *
 * @param endpoint the URL of the service, or an empty text for Amazon's in the region
 * @param region the region, or an empty text for a server of the tests
 * @param table the table, which exists
 */
record Service(String endpoint, String region, String table) {

	private static final String REGION = "TEST_DYNAMODB_REGION";

	private static final String ENDPOINT = "TEST_DYNAMODB_ENDPOINT";

	private static final String TABLE = "TEST_DYNAMODB_TABLE";

	/** Returns a server of the tests, with the default table. */
	static Service of(DynamoServer server) {
		return new Service(server.endpoint(), "", DynamoDbLeaseStoreFactory.DEFAULT_TABLE);
	}

	/** Returns what the environment names. The AWS SDK finds the credentials. */
	static Service ofEnvironment() {
		Map<String, String> variables = System.getenv();
		if (variables.getOrDefault(REGION, "").isEmpty()) {
			throw new IllegalStateException("Set " + REGION + " and, unless they are the defaults, " + ENDPOINT
					+ " and " + TABLE + ", a table for tests");
		}
		return new Service(variables.getOrDefault(ENDPOINT, ""), variables.getOrDefault(REGION, ""),
				variables.getOrDefault(TABLE, DynamoDbLeaseStoreFactory.DEFAULT_TABLE));
	}

	static Service of(List<String> arguments) {
		return new Service(arguments.get(0), arguments.get(1), arguments.get(2));
	}

	List<String> arguments() {
		return List.of(this.endpoint, this.region, this.table);
	}

	DynamoDbClient client() {
		if (this.region.isEmpty()) {
			return Items.clients(this.endpoint, DynamoServer.ACCESS_KEY, DynamoServer.SECRET_KEY).build();
		}
		DynamoDbClientBuilder clients = DynamoDbClient.builder().region(Region.of(this.region));
		return (this.endpoint.isEmpty() ? clients : clients.endpointOverride(URI.create(this.endpoint))).build();
	}

	DynamoDbLeaseStoreFactory factory() {
		return DynamoDbLeaseStoreFactory.builder(this::client).table(this.table).build();
	}

}
