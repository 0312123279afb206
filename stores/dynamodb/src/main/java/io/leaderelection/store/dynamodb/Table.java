/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ServiceClient;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReplicatedWriteConflictException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * The requests to the service. Each is sent once and within the budget of the command,
 * whatever the settings of the client are. Thread-safe.
 *
 * @param client the client
 * @param name the name of the table, or its ARN
 * @param failures explains failures
 */
record Table(ServiceClient<DynamoDbClient> client, String name, DynamoDbFailures failures) {

	/** The partition key. */
	static final String NAMESPACE = "namespace";

	/** The sort key. */
	static final String ELECTION = "election";

	/** Another text with each write. */
	static final String VERSION = "version";

	/** The record, as text. */
	static final String RECORD = "record";

	static final List<KeySchemaElement> KEYS = List.of(
			KeySchemaElement.builder().attributeName(NAMESPACE).keyType(KeyType.HASH).build(),
			KeySchemaElement.builder().attributeName(ELECTION).keyType(KeyType.RANGE).build());

	static final List<AttributeDefinition> ATTRIBUTES = List.of(
			AttributeDefinition.builder().attributeName(NAMESPACE).attributeType(ScalarAttributeType.S).build(),
			AttributeDefinition.builder().attributeName(ELECTION).attributeType(ScalarAttributeType.S).build());

	/**
	 * A retry could outlast a lease, and would find its own first write instead of what
	 * was there before.
	 */
	private static final SdkPlugin WITHOUT_RETRIES = (client) -> client
		.overrideConfiguration((override) -> override.retryStrategy(AwsRetryStrategy.doNotRetry()));

	static Map<String, AttributeValue> key(ElectionKey key) {
		return Map.of(NAMESPACE, AttributeValue.fromS(key.namespace()), ELECTION, AttributeValue.fromS(key.election()));
	}

	/** Reads what was written last. Returns an empty map if there is no item. */
	Map<String, AttributeValue> get(ElectionKey key, CallBudget budget) {
		return call("read " + this.failures.place(key), budget, (client, once) -> client
			.getItem((get) -> get.tableName(this.name).key(key(key)).consistentRead(true).overrideConfiguration(once)))
			.item();
	}

	/**
	 * Reads what was written last for several different elections, up to 100 in a
	 * request, which is the limit of the service.
	 * @return the items that are there, without those that the service left unprocessed
	 * in a request that processed nothing
	 */
	List<Map<String, AttributeValue>> getAll(List<ElectionKey> keys, CallBudget budget) {
		List<Map<String, AttributeValue>> items = new ArrayList<>();
		List<Map<String, AttributeValue>> left = new ArrayList<>(keys.stream().map(Table::key).toList());
		int before = 0;
		// If nothing was processed, the service limits requests, which a single read then
		// reports
		while (!left.isEmpty() && left.size() != before) {
			before = left.size();
			List<Map<String, AttributeValue>> next = left.subList(0, Math.min(before, 100));
			KeysAndAttributes some = KeysAndAttributes.builder().keys(List.copyOf(next)).consistentRead(true).build();
			next.clear();
			BatchGetItemResponse answer = call("read " + this.failures.place(), budget, (client, once) -> client
				.batchGetItem((batch) -> batch.requestItems(Map.of(this.name, some)).overrideConfiguration(once)));
			answer.responses().values().forEach(items::addAll);
			answer.unprocessedKeys().values().forEach((unprocessed) -> left.addAll(unprocessed.keys()));
		}
		return items;
	}

	/**
	 * Writes an item if the condition is met.
	 * @param version the version of the item to replace, or {@code null} to create it
	 * @return {@code null} if it was written; else the item that refused the write, or an
	 * empty map if the service has not returned it
	 */
	@Nullable Map<String, AttributeValue> put(ElectionKey key, Map<String, AttributeValue> item, @Nullable String version,
			CallBudget budget) {
		PutItemRequest.Builder request = PutItemRequest.builder()
			.tableName(this.name)
			.item(item)
			.conditionExpression((version != null) ? "#name = :version" : "attribute_not_exists(#name)")
			.expressionAttributeNames(Map.of("#name", (version != null) ? VERSION : ELECTION))
			.returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
		if (version != null) {
			request.expressionAttributeValues(Map.of(":version", AttributeValue.fromS(version)));
		}
		return call("write " + this.failures.place(key), budget, (client, once) -> {
			try {
				client.putItem(request.overrideConfiguration(once).build());
				return null;
			}
			catch (ConditionalCheckFailedException ex) {
				return ex.item();
			}
			catch (ReplicatedWriteConflictException | TransactionConflictException ex) {
				// Another write of the item was under way, in another region for example
				return Map.of();
			}
		});
	}

	TableDescription describe(CallBudget budget) {
		return call("look at " + this.failures.place(), budget, (client, once) -> client
			.describeTable((table) -> table.tableName(this.name).overrideConfiguration(once))).table();
	}

	TimeToLiveDescription timeToLive(CallBudget budget) {
		return call("look at the TTL of " + this.failures.place(), budget,
				(client, once) -> client
					.describeTimeToLive((table) -> table.tableName(this.name).overrideConfiguration(once)))
			.timeToLiveDescription();
	}

	/** Creates the table, which cannot be used at once. */
	void create(CallBudget budget) {
		call("create " + this.failures.place(), budget,
				(client, once) -> client.createTable((table) -> table.tableName(this.name)
					.keySchema(KEYS)
					.attributeDefinitions(ATTRIBUTES)
					.billingMode(BillingMode.PAY_PER_REQUEST)
					.overrideConfiguration(once)));
	}

	private <T extends @Nullable Object> T call(String what, CallBudget budget,
			BiFunction<DynamoDbClient, AwsRequestOverrideConfiguration, T> request) {
		Duration left = Duration.ofMillis(budget.millisLeft());
		return this.client.call((client) -> request.apply(client,
				AwsRequestOverrideConfiguration.builder()
					.apiCallTimeout(left)
					.apiCallAttemptTimeout(left)
					.addPlugin(WITHOUT_RETRIES)
					.build()),
				(failure) -> this.failures.of(what, failure, budget));
	}

}
