/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.dynamodb.ScriptedService.Answer;
import io.leaderelection.store.dynamodb.ScriptedService.Request;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.SharedFailureException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.retry.RetryPolicy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests answers that the servers of the other tests never give.
 */
@ExtendWith(OutputCaptureExtension.class)
class DynamoDbRecordsTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "e");

	private static final Duration TIMEOUT = Duration.ofMinutes(5);

	private static final Answer DENIED = Answer.refused(400, "AccessDeniedException");

	private static final Answer NOT_MET = Answer.refused(400, "ConditionalCheckFailedException");

	private static final Answer NO_TABLE = Answer.refused(400, "ResourceNotFoundException");

	private static final Answer NOTHING = Answer.ok("{}");

	private final SteppedTime time = new SteppedTime();

	private final List<LeaseStore> stores = new ArrayList<>();

	@AfterEach
	void close() {
		this.stores.forEach(LeaseStore::close);
	}

	LeaseStore open(DynamoDbClient client, boolean creates, TimeSystem time) {
		return DynamoDbLeaseStoreFactory.builder(client).table("team").createTable(creates).build().open(time);
	}

	private LeaseStore open(DynamoDbClient client, boolean creates) {
		LeaseStore store = open(client, creates, this.time);
		this.stores.add(store);
		return store;
	}

	private LeaseStore open(ScriptedService service) {
		return open(service.clients().build(), false);
	}

	private static Acquire command(ElectionKey key) {
		return new Acquire(key, "one", Nonce.random(), Duration.ofSeconds(15), 0, 0, Instant.EPOCH, Map.of());
	}

	private static Outcome acquire(LeaseStore store) {
		return store.acquire(List.of(command(KEY)), TIMEOUT).get(0);
	}

	private static Outcome observe(LeaseStore store) {
		return store.observe(List.of(KEY), TIMEOUT).get(0);
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

	/** Describes a table, with other fields than those of a table that can be used. */
	private static String table(String status, String attribute, String others) {
		return """
				{"Table":{"TableName":"team","TableStatus":"%s","KeySchema":[{"AttributeName":"%s","KeyType":"HASH"},
				{"AttributeName":"election","KeyType":"RANGE"}],"AttributeDefinitions":[{"AttributeName":"election",
				"AttributeType":"S"},{"AttributeName":"%s","AttributeType":"S"}]%s}}""".formatted(status, attribute,
				attribute, others);
	}

	private static String timeToLive(String status) {
		return "{\"TimeToLiveDescription\":{\"TimeToLiveStatus\":\"%s\",\"AttributeName\":\"ends\"}}".formatted(status);
	}

	/** Returns a service with a table that can be used. */
	private static ScriptedService usable(Function<Request, Answer> script) {
		return new ScriptedService((request) -> switch (request.operation()) {
			case "DescribeTable" -> Answer.ok(table("ACTIVE", "namespace", ""));
			case "DescribeTimeToLive" -> Answer.ok(timeToLive("DISABLED"));
			default -> script.apply(request);
		});
	}

	/** Returns a service with a description of its table, and without items. */
	private static ScriptedService described(String description) {
		return new ScriptedService((request) -> request.is("DescribeTable") ? Answer.ok(description)
				: request.is("DescribeTimeToLive") ? Answer.ok(timeToLive("DISABLED")) : NOTHING);
	}

	/** Returns an item with the record of another candidate, as JSON. */
	private static String item(ElectionKey key) {
		TermRecord record = new TermRecord(7, Nonce.random(), "other", Instant.EPOCH, Duration.ofSeconds(15),
				Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);
		return item(key,
				"{\"S\":\"" + new String(record.format(Map.of()), StandardCharsets.UTF_8).replace("\n", "\\n") + "\"}");
	}

	private static String item(ElectionKey key, String record) {
		return "{\"namespace\":{\"S\":\"%s\"},\"election\":{\"S\":\"%s\"},\"version\":{\"S\":\"v\"},\"record\":%s}"
			.formatted(key.namespace(), key.election(), record);
	}

	@Test
	void tableIsLookedAtOnce() {
		ScriptedService service = usable((request) -> NOTHING);
		LeaseStore store = open(service);
		assertThat(service.operations()).isEmpty();
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
		assertThat(service.operations()).containsExactly("DescribeTable", "DescribeTimeToLive", "GetItem", "PutItem");
		service.requests().clear();
		assertThat(observe(store)).isInstanceOf(Outcome.Free.class);
		assertThat(service.operations()).containsExactly("GetItem");
	}

	@Test
	@Tag("mutation")
	void readsAreConsistent() {
		ScriptedService service = usable((request) -> NOTHING);
		LeaseStore store = open(service);
		store.observe(List.of(KEY), TIMEOUT);
		store.observe(List.of(KEY, new ElectionKey("orders", "f")), TIMEOUT);
		assertThat(service.requests()).filteredOn((request) -> request.is("GetItem") || request.is("BatchGetItem"))
			.hasSize(4)
			.allSatisfy((request) -> assertThat(request.body()).contains("\"ConsistentRead\":true"));
	}

	@Test
	@Tag("mutation")
	void writesHaveConditions() {
		ScriptedService service = usable((request) -> NOTHING);
		LeaseStore store = open(service);
		Acquire command = command(KEY);
		Outcome.Granted granted = (Outcome.Granted) store.acquire(List.of(command), TIMEOUT).get(0);
		service.requests().removeIf((request) -> !request.is("PutItem"));
		assertThat(store.renew(List.of(new Renew(KEY, command.nonce(), granted.token())), TIMEOUT)).singleElement()
			.isInstanceOf(Outcome.Granted.class);
		assertThat(service.requests()).as("a renewal is one request").hasSize(2);
		String created = service.requests().get(0).body();
		assertThat(created).contains("\"ConditionExpression\":\"attribute_not_exists(#name)\"",
				"\"#name\":\"election\"", "\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"");
		String version = created.replaceFirst("(?s).*\"version\":\\{\"S\":\"(\\w+)\"}.*", "$1");
		assertThat(service.requests().get(1).body())
			.contains("\"ConditionExpression\":\"#name = :version\"", "\"#name\":\"version\"",
					"\":version\":{\"S\":\"" + version + "\"}", "\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"")
			.doesNotContain("\"version\":{\"S\":\"" + version);
	}

	@Test
	@Tag("mutation")
	void lostRaceIsAnsweredByTheItemThatWasReturned() {
		ScriptedService service = usable((request) -> request.is("PutItem")
				? Answer.refused(400, "ConditionalCheckFailedException", item(KEY)) : NOTHING);
		assertThat(acquire(open(service))).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
			assertThat(leased.candidate()).isEqualTo("other");
			assertThat(leased.token()).isEqualTo(7);
		});
		assertThat(service.operations().stream().skip(2)).containsExactly("GetItem", "PutItem");
	}

	@Test
	void refusalWithoutAnItemIsRead() {
		int[] refusals = { 1 };
		ScriptedService service = usable((request) -> (request.is("PutItem") && refusals[0]-- > 0) ? NOT_MET : NOTHING);
		assertThat(acquire(open(service))).isInstanceOf(Outcome.Granted.class);
		assertThat(service.operations().stream().skip(2)).containsExactly("GetItem", "PutItem", "GetItem", "PutItem");
	}

	@Test
	void garbageThatWasReturnedIsReported() {
		ScriptedService service = usable((request) -> request.is("PutItem")
				? Answer.refused(400, "ConditionalCheckFailedException", item(KEY, "{\"N\":\"1\"}")) : NOTHING);
		assertThat(cause(acquire(open(service)))).isInstanceOf(GarbageRecordException.class)
			.hasMessageContainingAll("the item 'orders/e' in the table 'team'", "'record' is not a text",
					"delete the item");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ReplicatedWriteConflictException", "TransactionConflictException" })
	void conflictIsTriedAgain(String conflict) {
		int[] conflicts = { 2 };
		ScriptedService service = usable(
				(request) -> (request.is("PutItem") && conflicts[0]-- > 0) ? Answer.refused(400, conflict) : NOTHING);
		assertThat(acquire(open(service))).isInstanceOf(Outcome.Granted.class);
		assertThat(service.operations().stream().skip(2)).containsExactly("GetItem", "PutItem", "GetItem", "PutItem",
				"GetItem", "PutItem");
	}

	@Test
	void manyItemsAreReadByFewRequests() {
		List<ElectionKey> keys = IntStream.range(0, 150).mapToObj((i) -> new ElectionKey("orders", "e" + i)).toList();
		int[] batches = { 0 };
		ScriptedService service = usable((request) -> {
			if (!request.is("BatchGetItem")) {
				return NOTHING;
			}
			String all = String.join(",",
					keys.stream()
						.filter((key) -> request.body().contains("\"" + key.election() + "\""))
						.map(DynamoDbRecordsTests::item)
						.toList());
			// The service leaves one for the next request, once
			String left = (batches[0]++ == 0)
					? "\"team\":{\"Keys\":[{\"namespace\":{\"S\":\"orders\"},\"election\":{\"S\":\"e7\"}}]}" : "";
			return Answer.ok("{\"Responses\":{\"team\":[" + all + "]},\"UnprocessedKeys\":{" + left + "}}");
		});
		assertThat(open(service).observe(keys, TIMEOUT)).hasSize(150).hasOnlyElementsOfType(Outcome.Leased.class);
		assertThat(service.operations().stream().skip(2)).containsExactly("BatchGetItem", "BatchGetItem");
		assertThat(service.requests().get(2).body().split("\"namespace\"")).hasSize(101);
		assertThat(service.requests().get(3).body().split("\"namespace\"")).hasSize(52);
	}

	@Test
	void batchThatProcessesNothingIsReadOneByOne() {
		List<ElectionKey> keys = List.of(KEY, new ElectionKey("orders", "f"));
		String left = "\"team\":{\"Keys\":[" + String.join(",",
				keys.stream()
					.map((key) -> "{\"namespace\":{\"S\":\"orders\"},\"election\":{\"S\":\"" + key.election() + "\"}}")
					.toList())
				+ "]}";
		ScriptedService service = usable((request) -> request.is("BatchGetItem")
				? Answer.ok("{\"Responses\":{},\"UnprocessedKeys\":{" + left + "}}")
				: Answer.refused(400, "ProvisionedThroughputExceededException"));
		assertThat(open(service).observe(keys, TIMEOUT)).hasSize(2)
			.allSatisfy((outcome) -> assertThat(cause(outcome)).hasMessageContaining("limits requests"));
		assertThat(service.operations().stream().skip(2)).containsExactlyInAnyOrder("BatchGetItem", "GetItem",
				"GetItem");
	}

	@Test
	void garbageInABatchConcernsItsElectionOnly() {
		ElectionKey other = new ElectionKey("orders", "f");
		ScriptedService service = usable((request) -> request.is("BatchGetItem")
				? Answer.ok("{\"Responses\":{\"team\":[" + item(KEY, "{\"S\":\"notes\"}") + "," + item(other)
						+ "]},\"UnprocessedKeys\":{}}")
				: Answer.ok("{\"Item\":" + item(KEY, "{\"S\":\"notes\"}") + "}"));
		List<Outcome.OfObserve> outcomes = open(service).observe(List.of(KEY, other), TIMEOUT);
		assertThat(cause(outcomes.get(0))).isInstanceOf(GarbageRecordException.class);
		assertThat(outcomes.get(1)).isInstanceOf(Outcome.Leased.class);
	}

	@SuppressWarnings("deprecation") // an application may still set a policy
	@ParameterizedTest
	@ValueSource(strings = { "standard", "legacy", "adaptive_v2", "policy" })
	void retriesOfTheClientAreNotUsed(String retries) {
		ScriptedService service = usable((request) -> Answer.refused(500, "InternalServerError"));
		LeaseStore store = open(service.clients().overrideConfiguration((override) -> {
			if (retries.equals("policy")) {
				override.retryPolicy(RetryPolicy.builder().numRetries(5).build());
			}
			else {
				override
					.retryStrategy(AwsRetryStrategy.forRetryMode(RetryMode.valueOf(retries.toUpperCase(Locale.ROOT))));
			}
		}).build(), false);
		assertThat(cause(acquire(store))).hasMessageContaining("tries again");
		assertThat(service.operations().stream().skip(2)).containsExactly("GetItem");
	}

	@Test
	void writeIsNotRepeated() {
		ScriptedService service = usable(
				(request) -> request.is("PutItem") ? Answer.refused(500, "InternalServerError") : NOTHING);
		assertThat(cause(acquire(open(service)))).hasMessageContaining("Cannot write the item 'orders/e'");
		assertThat(service.operations()).containsOnlyOnce("PutItem");
	}

	@Test
	void timeoutsOfTheClientAreNotUsed() {
		CountDownLatch never = new CountDownLatch(1);
		ScriptedService service = new ScriptedService((request) -> {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return Answer.refused(500, "");
		});
		LeaseStore store = open(service.clients()
			.overrideConfiguration((override) -> override.apiCallTimeout(Duration.ofHours(1))
				.apiCallAttemptTimeout(Duration.ofHours(1)))
			.build(), false);
		assertThat(cause(store.acquire(List.of(command(KEY)), Duration.ofMillis(200)).get(0)))
			.isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll("200 ms", "operation-timeout");
	}

	@Test
	void globalTableWithEventualConsistencyIsRefusedUntilItIsAnother() {
		String replicas = ",\"GlobalTableVersion\":\"2019.11.21\",\"Replicas\":[{\"RegionName\":\"eu-west-1\"},"
				+ "{\"RegionName\":\"us-east-1\"}]";
		String[] description = { table("ACTIVE", "namespace", replicas) };
		ScriptedService service = new ScriptedService(
				(request) -> request.is("DescribeTable") ? Answer.ok(description[0])
						: request.is("DescribeTimeToLive") ? Answer.ok(timeToLive("DISABLED")) : NOTHING);
		LeaseStore store = open(service);
		List<Outcome.OfAcquire> refused = store.acquire(List.of(command(KEY), command(new ElectionKey("orders", "f"))),
				TIMEOUT);
		assertThat(refused).hasSize(2)
			.allSatisfy((outcome) -> assertThat(cause(outcome)).isInstanceOf(LastingRefusalException.class)
				.hasMessageContainingAll("Nobody contends", "global table", "[eu-west-1, us-east-1]",
						"two instances could lead at once", "multi-Region strong consistency"));
		assertThat(service.operations()).as("once for a batch").containsExactly("DescribeTable");
		description[0] = table("ACTIVE", "namespace", replicas + ",\"MultiRegionConsistency\":\"STRONG\"");
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					ACTIVE    | namespace | ,"GlobalTableVersion":"2017.11.29"  | a global table
					ACTIVE    | namespace | ,"MultiRegionConsistency":"EVENTUAL","Replicas":[{"RegionName":"r"}] | a global table
					ACTIVE    | id        | ``                                  | other keys
					""")
	void tableThatCannotBeUsedIsRefused(String status, String attribute, String others, String reason) {
		ScriptedService service = described(table(status, attribute, others));
		assertThat(cause(acquire(open(service)))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("Nobody contends over the table 'team'", reason);
		assertThat(service.operations()).containsExactly("DescribeTable");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			ACTIVE    | ,"GlobalTableVersion":"2019.11.21","Replicas":[]
			UPDATING  | ``
			""")
	void tableIsUsed(String status, String others) {
		assertThat(acquire(open(described(table(status, "namespace", others))))).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@CsvSource({ "ENABLED, true", "ENABLING, true", "DISABLING, false", "DISABLED, false" })
	void tableWithATimeToLiveIsRefused(String status, boolean refused) {
		ScriptedService service = new ScriptedService(
				(request) -> request.is("DescribeTable") ? Answer.ok(table("ACTIVE", "namespace", ""))
						: request.is("DescribeTimeToLive") ? Answer.ok(timeToLive(status)) : NOTHING);
		Outcome outcome = acquire(open(service));
		if (refused) {
			assertThat(cause(outcome)).isInstanceOf(LastingRefusalException.class)
				.hasMessageContainingAll("Its TTL deletes items", "the attribute 'ends'", "Disable the TTL");
		}
		else {
			assertThat(outcome).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void lookWithoutAnAnswerIsMadeOnceForABatchAndAgainForTheNext() {
		boolean[] fails = { true };
		ScriptedService service = usable((request) -> NOTHING);
		ScriptedService unreachable = new ScriptedService((request) -> {
			if (fails[0]) {
				throw new UncheckedIOException(new IOException("reset"));
			}
			return service.answer(request);
		});
		LeaseStore store = open(unreachable);
		assertThat(store.acquire(List.of(command(KEY), command(new ElectionKey("orders", "f"))), TIMEOUT)).hasSize(2)
			.allSatisfy((outcome) -> assertThat(cause(outcome)).isInstanceOf(NoAnswerException.class)
				.hasMessageContainingAll("Cannot look at the table 'team'", "reset"));
		assertThat(unreachable.operations()).containsExactly("DescribeTable");
		fails[0] = false;
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void missingRightToLookIsWarnedOfOnce(CapturedOutput output) {
		ScriptedService service = new ScriptedService(
				(request) -> request.operation().startsWith("Describe") ? DENIED : NOTHING);
		LeaseStore store = open(service);
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
		assertThat(observe(store)).isInstanceOf(Outcome.Free.class);
		assertThat(service.operations()).containsExactly("DescribeTable", "GetItem", "PutItem", "GetItem");
		assertThat(output.getAll().split("Nobody has checked the table 'team'")).hasSize(2);
		assertThat(output).contains("dynamodb:DescribeTimeToLive", "eventual consistency");
	}

	@Test
	void missingTableIsCreatedIfThatIsWanted() {
		String[] status = { "" };
		ScriptedService service = new ScriptedService((request) -> {
			if (request.is("CreateTable")) {
				status[0] = "CREATING";
				return Answer.ok("{\"TableDescription\":{}}");
			}
			return request.is("DescribeTable")
					? status[0].isEmpty() ? NO_TABLE : Answer.ok(table(status[0], "namespace", ""))
					: request.is("DescribeTimeToLive") ? Answer.ok(timeToLive("DISABLED")) : NOTHING;
		});
		assertThat(cause(acquire(open(service.clients().build(), false)))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("There is no such table", "initialize-schema=always");
		assertThat(service.operations()).containsExactly("DescribeTable");
		LeaseStore store = open(service.clients().build(), true);
		for (int i = 0; i < 2; i++) {
			assertThat(cause(acquire(store))).isInstanceOf(RefusedCommandException.class)
				.isNotInstanceOf(LastingRefusalException.class)
				.hasMessageContaining("is creating the table 'team'");
		}
		status[0] = "ACTIVE";
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
		assertThat(service.operations()).containsOnlyOnce("CreateTable");
		assertThat(service.requests().get(2).body()).contains("PAY_PER_REQUEST", "\"KeyType\":\"RANGE\"");
	}

	@Test
	void tableThatAnotherInstanceCreatesIsAwaited() {
		ScriptedService service = new ScriptedService(
				(request) -> request.is("CreateTable") ? Answer.refused(400, "ResourceInUseException") : NO_TABLE);
		assertThat(cause(acquire(open(service.clients().build(), true)))).isInstanceOf(RefusedCommandException.class)
			.isNotInstanceOf(LastingRefusalException.class)
			.hasMessageContaining("whether the table is active");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			400 | AccessDeniedException                  | MissingRightException   | dynamodb:PutItem
			403 | ''                                     | MissingRightException   | Correct the access key
			400 | ExpiredTokenException                  | RefusedCommandException | the session token
			400 | UnrecognizedClientException            | RefusedCommandException | the access key
			400 | MissingAuthenticationTokenException    | RefusedCommandException | the access key
			400 | InvalidSignatureException              | RefusedCommandException | the clock of this machine
			400 | ResourceNotFoundException              | LastingRefusalException | leader-election.dynamodb.table
			400 | ValidationException                    | LastingRefusalException | the sort key 'election'
			400 | ProvisionedThroughputExceededException | RefusedCommandException | limits requests
			400 | ThrottlingException                    | RefusedCommandException | limits requests
			400 | RequestLimitExceeded                   | RefusedCommandException | limits requests
			400 | SerializationException                 | RefusedCommandException | the properties of the store
			500 | InternalServerError                    | LeaseStoreException     | tries again
			502 | ''                                     | LeaseStoreException     | without a code
			503 | ServiceUnavailable                     | LeaseStoreException     | tries again
			""")
	void everyRefusalHasItsRemedy(int status, String code, String type, String remedy) {
		ScriptedService service = usable((request) -> Answer.refused(status, code));
		Throwable cause = cause(acquire(open(service)));
		assertThat(cause.getClass().getSimpleName()).isEqualTo(type);
		assertThat(cause).isInstanceOf(LeaseStoreException.class)
			.hasMessageContainingAll("the table 'team'", "the service at dynamodb.test:1234 answered " + status,
					remedy);
		assertThat(Throwables.getStackTrace(cause)).doesNotContain("canary");
	}

	@Test
	void missingCredentialsAreReported() {
		ScriptedService service = usable((request) -> NOTHING);
		DynamoDbClient client = service.clients()
			.credentialsProvider(AwsCredentialsProviderChain.of(SystemPropertyCredentialsProvider.create()))
			.build();
		assertThat(cause(acquire(open(client, false)))).as("logged once for all elections")
			.isInstanceOf(SharedFailureException.class)
			.hasMessageContainingAll("the table 'team'", "Provide credentials where the AWS SDK looks")
			.message()
			.doesNotContain("ProviderChain");
		assertThat(service.operations()).isEmpty();
	}

	@Test
	void ownClientIsClosedWithTheStoreAndAnotherIsNot() {
		boolean[] closed = new boolean[1];
		DynamoDbClient client = ObservedClient.before(usable((request) -> NOTHING).clients().build(), "close",
				() -> closed[0] = true);
		DynamoDbLeaseStoreFactory.builder(client).build().open().close();
		assertThat(closed[0]).isFalse();
		DynamoDbLeaseStoreFactory.builder(() -> client).build().open().close();
		assertThat(closed[0]).isTrue();
	}

}
