/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.DynamoServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item has up to 400 KB. */
@Tag("slow")
class HugeDynamoDbRecordsIT extends HugeRecordsContract<DynamoServer> {

	private static final String ACCESS_KEY = "aws.accessKeyId";

	private static final String SECRET_KEY = "aws.secretAccessKey";

	@Override
	DynamoServer open(Path directory) {
		System.setProperty(ACCESS_KEY, DynamoServer.ACCESS_KEY);
		System.setProperty(SECRET_KEY, DynamoServer.SECRET_KEY);
		return DynamoServer.open();
	}

	@AfterAll
	static void removeKeys() {
		System.clearProperty(ACCESS_KEY);
		System.clearProperty(SECRET_KEY);
	}

	@Override
	List<String> store() {
		return List.of("leader-election.dynamodb.endpoint=" + this.server.endpoint(),
				"leader-election.dynamodb.initialize-schema=always",
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) {
		String record = "leader-election-record 1\ntoken=1\ncandidate=" + "c".repeat(390_000) + "\nend\n";
		try (DynamoDbClient client = DynamoDbClient.builder()
			.endpointOverride(URI.create(this.server.endpoint()))
			.region(Region.US_EAST_1)
			.build()) {
			client.putItem((request) -> request.tableName("leader_election")
				.item(Map.of("namespace", AttributeValue.fromS(NAMESPACE), "election", AttributeValue.fromS(election),
						"version", AttributeValue.fromS("v"), "record", AttributeValue.fromS(record))));
		}
	}

}
