/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads and changes the items of the store without the store.
 */
final class Items {

	private final DynamoDbClient client;

	private final String table;

	Items(DynamoDbClient client, String table) {
		this.client = client;
		this.table = table;
	}

	static DynamoDbClientBuilder clients(String endpoint, String accessKey, String secretKey) {
		return DynamoDbClient.builder()
			.endpointOverride(URI.create(endpoint))
			.region(Region.of(DynamoServer.REGION))
			.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)));
	}

	static DynamoDbClient client(int port) {
		return clients(DynamoServer.endpoint(port), DynamoServer.ACCESS_KEY, DynamoServer.SECRET_KEY).build();
	}

	static DynamoDbLeaseStoreFactory factory(int port) {
		return DynamoDbLeaseStoreFactory.builder(() -> client(port)).build();
	}

	/** Creates the default table of the store, and waits until it can be used. */
	static DynamoServer withTable(DynamoServer server) {
		try (DynamoDbClient client = client(server.port())) {
			createTable(client, DynamoDbLeaseStoreFactory.DEFAULT_TABLE);
		}
		return server;
	}

	/** Creates a table with the keys of the store, and waits until it can be used. */
	static void createTable(DynamoDbClient client, String name) {
		client.createTable((table) -> table.tableName(name)
			.keySchema(Table.KEYS)
			.attributeDefinitions(Table.ATTRIBUTES)
			.billingMode(BillingMode.PAY_PER_REQUEST));
		awaitTable(client, name);
	}

	/** Waits until a table can be used. The SDK's own waiter looks every 20 s. */
	static void awaitTable(DynamoDbClient client, String name) {
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> client.describeTable((table) -> table.tableName(name))
				.table()
				.tableStatus() == TableStatus.ACTIVE);
	}

	Map<String, AttributeValue> item(ElectionKey key) {
		return this.client.getItem((get) -> get.tableName(this.table).key(Table.key(key)).consistentRead(true)).item();
	}

	/** Returns the text of the record. */
	String text(ElectionKey key) {
		return item(key).get(Table.RECORD).s();
	}

	void write(ElectionKey key, String record) {
		write(key, AttributeValue.fromS(record));
	}

	void write(ElectionKey key, @Nullable AttributeValue record) {
		Map<String, AttributeValue> item = new HashMap<>(Table.key(key));
		item.put(Table.VERSION, AttributeValue.fromS(Nonce.random().toString()));
		if (record != null) {
			item.put(Table.RECORD, record);
		}
		this.client.putItem((put) -> put.tableName(this.table).item(item));
	}

	void delete(ElectionKey key) {
		this.client.deleteItem((delete) -> delete.tableName(this.table).key(Table.key(key)));
	}

	void edit(ElectionKey key, UnaryOperator<String> change) {
		write(key, change.apply(text(key)));
	}

	/** Changes a field of the record. */
	void setField(ElectionKey key, String name, String value) {
		String line = "(?m)^" + name + "=.*\n";
		assertThat(text(key)).containsPattern(line);
		edit(key, (text) -> text.replaceFirst(line, Matcher.quoteReplacement(name + "=" + value + "\n")));
	}

}
