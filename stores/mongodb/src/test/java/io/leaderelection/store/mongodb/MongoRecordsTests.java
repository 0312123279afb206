/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReadOnlyStoreException;
import io.leaderelection.store.support.SharedFailureException;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;
import org.assertj.core.util.Throwables;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests the commands that the store sends, and answers that the servers of the other
 * tests never give.
 */
class MongoRecordsTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "e");

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofSeconds(2);

	private final SteppedTime time = new SteppedTime();

	private final List<AutoCloseable> opened = new ArrayList<>();

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.opened) {
			each.close();
		}
	}

	LeaseStore open(MongoClient client, TimeSystem time) {
		return MongoLeaseStoreFactory.builder(client).build().open(time);
	}

	private LeaseStore open(MongoClient client) {
		LeaseStore store = open(client, this.time);
		this.opened.add(0, client);
		this.opened.add(0, store);
		return store;
	}

	private LeaseStore open(ScriptedServer server) {
		return open(MongoClients.create(server.uri()));
	}

	private ScriptedServer serve(String hello, UnaryOperator<String> script) {
		ScriptedServer server = new ScriptedServer(hello, script);
		this.opened.add(server);
		return server;
	}

	private ScriptedServer serve(UnaryOperator<String> script) {
		return serve(ScriptedServer.PRIMARY, script);
	}

	/** Starts a server on which nothing is stored, and which carries out each write. */
	private ScriptedServer empty() {
		return serve((name) -> name.equals("find") ? ScriptedServer.NOTHING : ScriptedServer.WRITTEN);
	}

	private static Acquire command(Nonce nonce) {
		return new Acquire(KEY, "one", nonce, Duration.ofSeconds(15), 0, 0, Instant.EPOCH, Map.of());
	}

	private static Outcome acquire(LeaseStore store, Duration timeout) {
		return store.acquire(List.of(command(Nonce.random())), timeout).get(0);
	}

	private static Outcome acquire(LeaseStore store) {
		return acquire(store, TIMEOUT);
	}

	private static Throwable observeFailure(LeaseStore store, Duration timeout) {
		return cause(store.observe(List.of(KEY), timeout).get(0));
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		Throwable cause = ((Outcome.Unknown) outcome).cause();
		assertThat(Throwables.getStackTrace(cause)).doesNotContain("canary");
		return cause;
	}

	private static String firstBatch(String document) {
		return ScriptedServer.NOTHING.replace("firstBatch: []", "firstBatch: [" + document + "]");
	}

	/**
	 * Another client may read older copies and confirm writes that are not replicated.
	 */
	private static MongoClient careless(ScriptedServer server) {
		return MongoClients.create(MongoClientSettings.builder()
			.applyConnectionString(new ConnectionString(server.uri()))
			.readPreference(ReadPreference.secondaryPreferred())
			.readConcern(ReadConcern.LOCAL)
			.writeConcern(WriteConcern.UNACKNOWLEDGED)
			.timeout(1, TimeUnit.HOURS)
			.build());
	}

	@Test
	@Tag("mutation")
	void readIsLinearizable() {
		ScriptedServer server = empty();
		LeaseStore store = open(careless(server));
		assertThat(store.observe(List.of(KEY), TIMEOUT)).containsExactly(new Outcome.Free(0, false));
		BsonDocument find = server.commands().get(0);
		assertThat(find.get("find").asString().getValue()).isEqualTo("leaderElection");
		assertThat(find.get("$db").asString().getValue()).isEqualTo("leaderElection");
		assertThat(find.get("filter")).isEqualTo(BsonDocument.parse("{_id: 'orders;e'}"));
		assertThat(find.get("readConcern")).isEqualTo(BsonDocument.parse("{level: 'linearizable'}"));
		assertThat(find.get("maxTimeMS").asNumber().longValue()).isBetween(1L, TIMEOUT.toMillis());
		assertThat(find.getDocument("$readPreference", BsonDocument.parse("{mode: 'primary'}")).getString("mode"))
			.satisfies((mode) -> assertThat(mode.getValue()).startsWith("primary"));
	}

	@Test
	@Tag("mutation")
	void writesHaveTheirConditionAndAMajority() {
		ScriptedServer server = empty();
		LeaseStore store = open(careless(server));
		Nonce nonce = Nonce.random();
		Outcome.Granted granted = (Outcome.Granted) store.acquire(List.of(command(nonce)), TIMEOUT).get(0);
		assertThat(server.names()).containsExactly("find", "insert");
		BsonDocument insert = server.commands().get(1);
		assertThat(insert.get("writeConcern")).isEqualTo(BsonDocument.parse("{w: 'majority'}"));
		BsonDocument document = insert.getArray("documents").get(0).asDocument();
		assertThat(document.getString("_id").getValue()).isEqualTo("orders;e");
		assertThat(document.getString("record").getValue()).contains("\ntoken=" + granted.token() + "\n",
				"\nchanges=0\n");
		server.commands().clear();
		assertThat(store.renew(List.of(new Renew(KEY, nonce, granted.token())), TIMEOUT)).singleElement()
			.isInstanceOf(Outcome.Granted.class);
		assertThat(server.names()).as("a renewal is one request").containsExactly("findAndModify");
		BsonDocument replace = server.commands().get(0);
		assertThat(replace.get("query")).isEqualTo(document);
		assertThat(replace.get("writeConcern")).isEqualTo(BsonDocument.parse("{w: 'majority'}"));
		assertThat(replace.get("maxTimeMS").asNumber().longValue()).isBetween(1L, TIMEOUT.toMillis());
		assertThat(replace.getDocument("update").getString("record").getValue()).contains("\nchanges=1\n");
	}

	@Test
	void repeatedWriteHasTheNumberOfTheFirst() {
		AtomicInteger writes = new AtomicInteger();
		ScriptedServer server = serve((name) -> {
			if (name.equals("find")) {
				return ScriptedServer.NOTHING;
			}
			return (writes.incrementAndGet() > 1) ? ScriptedServer.WRITTEN : null;
		});
		assertThat(acquire(open(server))).isInstanceOf(Outcome.Granted.class);
		assertThat(server.names()).containsExactly("find", "insert", "insert");
		BsonDocument first = server.commands().get(1);
		BsonDocument second = server.commands().get(2);
		assertThat(first.get("txnNumber")).isNotNull().isEqualTo(second.get("txnNumber"));
		assertThat(first.get("lsid")).isNotNull().isEqualTo(second.get("lsid"));
	}

	@Test
	void timeoutsOfTheClientAreNotUsed() {
		CountDownLatch never = new CountDownLatch(1);
		ScriptedServer server = serve((name) -> {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return null;
		});
		LeaseStore store = open(careless(server));
		assertThat(observeFailure(store, Duration.ofMillis(400))).isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll("400 ms", server.address(), "operation-timeout");
		never.countDown();
	}

	@Test
	void duplicateIdIsAConflict() {
		AtomicInteger conflicts = new AtomicInteger(2);
		ScriptedServer server = serve((name) -> {
			if (name.equals("find")) {
				return ScriptedServer.NOTHING;
			}
			return (conflicts.getAndDecrement() > 0)
					? "{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg:"
							+ " 'E11000 duplicate key error collection: a.b index: _id_ dup key: {}'}]}"
					: ScriptedServer.WRITTEN;
		});
		assertThat(acquire(open(server))).isInstanceOf(Outcome.Granted.class);
		assertThat(server.names()).containsExactly("find", "insert", "find", "insert", "find", "insert");
	}

	@Test
	void duplicateOfAnotherIndexIsRefused() {
		ScriptedServer server = serve((name) -> name.equals("find") ? ScriptedServer.NOTHING
				: "{ok: 1, n: 0, writeErrors: [{index: 0, code: 11000, errmsg:"
						+ " 'E11000 duplicate key error collection: a.b index: canary_1 dup key: {}'}]}");
		assertThat(cause(acquire(open(server)))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("An index other than that of _id is unique", "leader-election.mongodb.collection");
		assertThat(server.names()).containsExactly("find", "insert");
	}

	@Test
	void writeThatNoMajorityHasConfirmedIsUnknown() {
		ScriptedServer server = serve((name) -> name.equals("find") ? ScriptedServer.NOTHING
				: "{ok: 1, n: 1, writeConcernError: {code: 64, codeName: 'WriteConcernTimeout', errmsg: 'canary'}}");
		assertThat(cause(acquire(open(server)))).isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll("no majority of the replica set has confirmed it: 64");
	}

	@Test
	void standaloneServerIsRefused() {
		ScriptedServer server = serve(ScriptedServer.PRIMARY.replace("setName: 'rs0', hosts: ['127.0.0.1:PORT'],", ""),
				(name) -> ScriptedServer.NOTHING);
		LeaseStore store = open(server);
		assertThat(cause(acquire(store))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("MongoDB at " + server.address() + " is not in a replica set", "rs.initiate()");
		assertThat(server.names()).as("nothing is written").containsExactly("find");
		assertThat(observeFailure(store, TIMEOUT)).isInstanceOf(LastingRefusalException.class);
	}

	@Test
	void refusedReadConcernOfAStandaloneServerIsExplained() {
		ScriptedServer server = serve((name) -> ScriptedServer.refused(123, "NotAReplicaSet"));
		assertThat(cause(acquire(open(server)))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContaining("is not in a replica set");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "directConnection=true" })
	void serverThatIsNotPrimaryIsReadOnly(String option) {
		ScriptedServer server = serve((name) -> ScriptedServer.refused(10107, "NotWritablePrimary"));
		assertThat(observeFailure(open(MongoClients.create(server.uri() + "?" + option)), SHORT))
			.isInstanceOf(ReadOnlyStoreException.class)
			.hasMessageContainingAll(server.address(), "10107 NotWritablePrimary", "without directConnection");
	}

	@Test
	void replicaSetWithoutAPrimaryIsNamed() {
		ScriptedServer server = serve(
				ScriptedServer.PRIMARY.replace("primary: '127.0.0.1:PORT', ", "")
					.replace("isWritablePrimary: true, ismaster: true",
							"isWritablePrimary: false, ismaster: false, secondary: true"),
				(name) -> ScriptedServer.NOTHING);
		assertThat(observeFailure(open(MongoClients.create(server.uri() + "?replicaSet=rs0")), SHORT))
			.isInstanceOf(NoAnswerException.class)
			.hasMessageContaining("no server of the replica set is primary");
	}

	@Test
	void missingServerIsNamed() {
		ScriptedServer server = serve((name) -> null);
		server.close();
		assertThat(observeFailure(open(server), SHORT)).isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll(server.address(), "connection string");
	}

	@Test
	void wrongPasswordIsReportedButNotShown() {
		ScriptedServer server = serve((name) -> ScriptedServer.refused(18, "AuthenticationFailed"));
		String uri = server.uri().replace("mongodb://", "mongodb://user:canary@") + "?authMechanism=SCRAM-SHA-256";
		assertThat(observeFailure(open(MongoClients.create(uri)), SHORT)).as("logged once for all elections")
			.isInstanceOf(SharedFailureException.class)
			.hasMessageContainingAll("accepts no credentials of this client", "authSource");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			9     | FailedToParse             | LastingRefusalException | another store
			13    | Unauthorized              | MissingRightException   | find, insert and update
			50    | MaxTimeMSExpired          | NoAnswerException       | operation-timeout
			59    | CommandNotFound           | LastingRefusalException | another store
			73    | InvalidNamespace          | LastingRefusalException | leader-election.mongodb.database
			121   | DocumentValidationFailure | LastingRefusalException | without a validator
			166   | CommandNotSupportedOnView | LastingRefusalException | a view
			391   | ReauthenticationRequired  | SharedFailureException  | the password
			8000  | AtlasError                | MissingRightException   | readWrite
			14031 | OutOfDiskSpace            | RefusedCommandException | disk space
			1     | InternalError             | LeaseStoreException     | tries again
			""")
	void everyRefusalHasItsRemedy(int code, String name, String type, String remedy) {
		Throwable cause = observeFailure(open(serve((command) -> ScriptedServer.refused(code, name))), SHORT);
		assertThat(cause.getClass().getSimpleName()).isEqualTo(type);
		assertThat(cause).isInstanceOf(LeaseStoreException.class).hasMessageContaining(remedy);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{_id: 'orders;e'}", "{_id: 'orders;e', record: 7}", "{_id: 'orders;e', record: 'canary'}" })
	void foreignDocumentIsGarbage(String document) {
		ScriptedServer server = serve((name) -> firstBatch(document));
		Throwable cause = cause(acquire(open(server)));
		assertThat(cause).isInstanceOf(GarbageRecordException.class)
			.hasMessageContainingAll("the document 'orders;e' in the collection 'leaderElection.leaderElection'",
					"then delete the document");
		assertThat(server.names()).as("it is not overwritten").containsExactly("find");
	}

	@Test
	void namesOfElectionsDiffer() {
		assertThat(MongoRecords.id(new ElectionKey("a/b", "c")))
			.isNotEqualTo(MongoRecords.id(new ElectionKey("a", "c")))
			.isEqualTo("a/b;c");
		assertThat(MongoRecords.id(new ElectionKey("a;b", "c"))).isEqualTo("a;b;c");
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("a", "b;c"));
	}

	@Test
	void ownClientIsClosedWithTheStoreAndAnotherIsNot() {
		ScriptedServer server = empty();
		MongoClient client = MongoClients.create(server.uri());
		MongoLeaseStoreFactory.builder(client).build().open().close();
		assertThat(client.getDatabase("a").getCollection("b").find().first()).isNull();
		MongoLeaseStoreFactory.builder(() -> client).build().open().close();
		assertThat(org.assertj.core.api.Assertions
			.catchThrowable(() -> client.getDatabase("a").getCollection("b").find().first()))
			.isInstanceOf(IllegalStateException.class);
	}

}
