/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.testkit.SteppedTime;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Items and tables that somebody deletes or changes, and many candidates at once.
 */
@Tag("server")
@Tag("slow")
class DynamoDbRemovalIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final String TABLE = DynamoDbLeaseStoreFactory.DEFAULT_TABLE;

	@AutoClose
	private static final DynamoServer server = Items.withTable(DynamoServer.open());

	private final SteppedTime time = new SteppedTime();

	private final List<TestCandidate> candidates = new ArrayList<>();

	@AutoClose
	private final DynamoDbClient client = Items.client(server.port());

	private final Items items = new Items(this.client, TABLE);

	@AfterEach
	void close() {
		this.candidates.forEach(TestCandidate::close);
	}

	private TestCandidate open(String name, String table, boolean creates) {
		TestCandidate candidate = new TestCandidate(DynamoDbLeaseStoreFactory.builder(this.client)
			.table(table)
			.createTable(creates)
			.build()
			.open(this.time), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

	private TestCandidate open(String name) {
		return open(name, TABLE, false);
	}

	@Test
	void deletedItemEndsTheTermAndTheNextTokenIsHigher() {
		TestCandidate leader = open("leader");
		long token = leader.win("deleted").token();
		this.items.delete(TestCandidate.key("deleted"));
		assertThat(leader.renew("deleted")).isEqualTo(new Outcome.Lost());
		assertThat(open("rival").win("deleted").token()).isGreaterThan(token);
	}

	/** A version that counts would be the same in the new item. */
	@Test
	void itemThatWasDeletedAndCreatedAgainIsNotReplaced() {
		TestCandidate former = open("former");
		former.win("again");
		this.items.delete(TestCandidate.key("again"));
		TestCandidate next = open("next");
		next.win("again");
		assertThat(former.renew("again")).isEqualTo(new Outcome.Lost());
		assertThat(next.renew("again")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void changedItemIsGarbageUntilItIsDeleted() {
		TestCandidate leader = open("leader");
		ElectionKey key = TestCandidate.key("changed");
		for (AttributeValue changed : new AttributeValue[] { AttributeValue.fromS("somebody's notes"),
				AttributeValue.fromN("1"), null }) {
			leader.win("changed");
			this.items.write(key, changed);
			for (Outcome outcome : new Outcome[] { leader.renew("changed"), leader.observe("changed"),
					leader.acquire("changed"), leader.release("changed") }) {
				assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(GarbageRecordException.class)
					.hasMessageContaining("then delete the item");
			}
			assertThat(this.items.item(key).get(Table.RECORD)).isEqualTo(changed);
			this.items.delete(key);
		}
		leader.win("changed");
	}

	@Test
	void missingTableIsReportedUntilItIsCreated() {
		TestCandidate candidate = open("candidate", "later", false);
		assertThat(((Outcome.Unknown) candidate.acquire("e")).cause()).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("ResourceNotFoundException", "create it");
		Items.createTable(this.client, "later");
		candidate.win("e");
	}

	@Test
	void missingTableIsCreatedByOneOfTwo() {
		TestCandidate one = open("one", "created", true);
		TestCandidate two = open("two", "created", true);
		assertThat(((Outcome.Unknown) one.acquire("e")).cause()).isInstanceOf(RefusedCommandException.class)
			.hasMessageContaining("is creating the table 'created'");
		assertThat(((Outcome.Unknown) two.acquire("e")).cause()).isInstanceOf(RefusedCommandException.class)
			.hasMessageContaining("is creating the table 'created'");
		Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> one.acquire("e", 0) instanceof Outcome.Granted);
		assertThat(two.acquire("e")).isInstanceOf(Outcome.Leased.class);
		assertThat(this.client.describeTable((table) -> table.tableName("created"))
			.table()
			.billingModeSummary()
			.billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
	}

	@Test
	void tableWithOtherKeysIsRefused() {
		KeySchemaElement key = KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build();
		AttributeDefinition id = AttributeDefinition.builder()
			.attributeName("id")
			.attributeType(ScalarAttributeType.S)
			.build();
		this.client.createTable((table) -> table.tableName("other-keys")
			.keySchema(key)
			.attributeDefinitions(id)
			.billingMode(BillingMode.PAY_PER_REQUEST));
		Items.awaitTable(this.client, "other-keys");
		TestCandidate candidate = open("candidate", "other-keys", true);
		for (Outcome outcome : new Outcome[] { candidate.acquire("e"), candidate.observe("e") }) {
			assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(LastingRefusalException.class)
				.hasMessageContainingAll("the table 'other-keys'", "It has other keys", "'namespace'", "'election'");
		}
	}

	@Test
	void exactlyOneOfManyCandidatesWins() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (int round = 0; round < 10; round++) {
				String election = "contended-" + round;
				List<Callable<Outcome>> attempts = new ArrayList<>();
				for (int i = 0; i < 8; i++) {
					TestCandidate candidate = open("candidate-" + i);
					attempts.add(() -> candidate.acquire(election, 0));
				}
				int winners = 0;
				for (Future<Outcome> attempt : threads.invokeAll(attempts)) {
					assertThat(attempt.get()).isInstanceOfAny(Outcome.Granted.class, Outcome.Leased.class);
					winners += (attempt.get() instanceof Outcome.Granted) ? 1 : 0;
				}
				assertThat(winners).as("winners of round %d", round).isEqualTo(1);
			}
		}
		finally {
			threads.shutdown();
		}
	}

}
