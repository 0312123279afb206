/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.faults.TestCandidate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Creates the tables that the page of the store shows, in its three forms, and elects
 * over each.
 */
@Tag("server")
class DynamoDbPageIT {

	@AutoClose
	private static final DynamoServer server = DynamoServer.open();

	@AutoClose
	private final DynamoDbClient client = Items.client(server.port());

	/** Returns the first block of a language that contains a text. */
	private static String block(String language, String text) throws IOException {
		String page = Files.readString(Path.of("..", "..", "docs", "stores", "dynamodb.md"));
		return Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(page)
			.results()
			.map((block) -> block.group(1))
			.filter((block) -> block.contains(text))
			.findFirst()
			.orElseThrow();
	}

	private void checkElection(String name, String mode, List<AttributeDefinition> attributes,
			List<KeySchemaElement> keys) {
		assertThat(name).isEqualTo(DynamoDbLeaseStoreFactory.DEFAULT_TABLE);
		this.client.createTable((table) -> table.tableName(name)
			.billingMode(BillingMode.fromValue(mode))
			.attributeDefinitions(attributes)
			.keySchema(keys));
		Items.awaitTable(this.client, name);
		try (TestCandidate candidate = new TestCandidate(Items.factory(server.port()).open(), "candidate",
				Duration.ofMinutes(5))) {
			candidate.win("page");
		}
		this.client.deleteTable((table) -> table.tableName(name));
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> !this.client.listTables().tableNames().contains(name));
	}

	private static AttributeDefinition attribute(String name, String type) {
		return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
	}

	private static KeySchemaElement key(String name, String type) {
		return KeySchemaElement.builder().attributeName(name).keyType(type).build();
	}

	@Test
	void commandCreatesTheTable() throws IOException {
		String command = block("sh", "aws dynamodb create-table").replace("\\\n", " ");
		assertThat(command).matches("aws dynamodb create-table( +--[a-z-]+( +[A-Za-z_=,]+)+)+\\s*");
		checkElection(only(command, "--table-name (\\S+)"), only(command, "--billing-mode (\\S+)"),
				pairs(command, "AttributeName=(\\w+),AttributeType=(\\w+)").stream()
					.map((pair) -> attribute(pair.group(1), pair.group(2)))
					.toList(),
				pairs(command, "AttributeName=(\\w+),KeyType=(\\w+)").stream()
					.map((pair) -> key(pair.group(1), pair.group(2)))
					.toList());
	}

	@Test
	@SuppressWarnings("unchecked")
	void cloudFormationCreatesTheTable() throws IOException {
		Map<String, Map<String, Map<String, Object>>> template = new Yaml().load(block("yaml", "Resources:"));
		Map<String, Object> resource = template.get("Resources").get("LeaderElection");
		assertThat(resource).containsEntry("Type", "AWS::DynamoDB::Table");
		Map<String, Object> properties = (Map<String, Object>) resource.get("Properties");
		checkElection((String) properties.get("TableName"), (String) properties.get("BillingMode"),
				((List<Map<String, String>>) properties.get("AttributeDefinitions")).stream()
					.map((attribute) -> attribute(attribute.get("AttributeName"), attribute.get("AttributeType")))
					.toList(),
				((List<Map<String, String>>) properties.get("KeySchema")).stream()
					.map((key) -> key(key.get("AttributeName"), key.get("KeyType")))
					.toList());
	}

	@Test
	void terraformCreatesTheTable() throws IOException {
		String resource = block("hcl", "aws_dynamodb_table");
		checkElection(only(resource, "(?m)^  name += \"(\\w+)\""), only(resource, "billing_mode += \"(\\w+)\""),
				pairs(resource, "attribute \\{\\s+name = \"(\\w+)\"\\s+type = \"(\\w+)\"\\s+}").stream()
					.map((pair) -> attribute(pair.group(1), pair.group(2)))
					.toList(),
				List.of(key(only(resource, "hash_key += \"(\\w+)\""), KeyType.HASH.toString()),
						key(only(resource, "range_key += \"(\\w+)\""), KeyType.RANGE.toString())));
	}

	private static String only(String text, String pattern) {
		List<MatchResult> all = pairs(text, pattern);
		assertThat(all).hasSize(1);
		return all.get(0).group(1);
	}

	private static List<MatchResult> pairs(String text, String pattern) {
		List<MatchResult> pairs = new ArrayList<>();
		Matcher matcher = Pattern.compile(pattern).matcher(text);
		while (matcher.find()) {
			pairs.add(matcher.toMatchResult());
		}
		return pairs;
	}

}
