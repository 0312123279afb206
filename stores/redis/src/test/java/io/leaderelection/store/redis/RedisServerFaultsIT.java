/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of the server and of its data.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class RedisServerFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private RedisServer server;

	@AfterEach
	void stopServer() {
		this.server.close();
	}

	@Test
	void aRestartWithDataShorterThanTheLeaseKeepsTheTerm() {
		start("--appendonly", "yes", "--appendfsync", "always");
		try (TestCandidate leader = open("leader", false); TestCandidate newcomer = open("newcomer", false)) {
			win(leader);
			restart();
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(newcomer.acquire("e")).isInstanceOf(Outcome.Leased.class);
		}
	}

	@Test
	void aRestartWithDataLongerThanTheLeaseEndsTheTerm() {
		start("--appendonly", "yes", "--appendfsync", "always");
		try (TestCandidate leader = open("leader", false); TestCandidate newcomer = open("newcomer", false)) {
			long token = win(leader).token();
			age(LEASE.plusSeconds(1));
			restart();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			Outcome.Granted next = newcomer.win("e");
			assertThat(next.token()).isGreaterThan(token);
			assertThat(next.notBefore()).as("the record shows that the term is over").isLessThan(LEASE);
		}
	}

	@Test
	void restartWithoutDataMakesTheSuccessorWait() {
		start();
		try (TestCandidate leader = open("leader", true); TestCandidate newcomer = open("newcomer", false)) {
			long token = win(leader).token();
			restart();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			Outcome.Granted next = newcomer.win("e");
			assertThat(next.token()).isGreaterThan(token);
			assertThat(next.notBefore()).isGreaterThan(LEASE.minusSeconds(60)).isLessThanOrEqualTo(LEASE);
			newcomer.release("e");
			assertThat(newcomer.win("e").notBefore()).as("kept over release").isPositive();
		}
	}

	@Test
	void serverUpForALeaseCausesNoWait() {
		start();
		Duration lease = Duration.ofSeconds(1);
		try (TestCandidate early = new TestCandidate(factory(false).open(), "early", lease)) {
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> !info("server").contains("uptime_in_seconds:0\r")
						&& !info("server").contains("uptime_in_seconds:1\r"));
			assertThat(early.win("e").notBefore()).isZero();
		}
	}

	@Test
	void aKeyDeletedWhileLeadingIsLost() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			long token = win(leader).token();
			redis().del(RedisRecords.name(TestCandidate.key("e")));
			assertThat(leader.renew("e")).isEqualTo(new Outcome.Lost());
			assertThat(leader.win("e").token()).isGreaterThan(token);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-",
			value = { "format|2", "format|-", "token|0", "token|-1", "token|abc", "token|01", "token|1e3",
					"token|4611686018427387905", "token|9223372036854775808", "token|-", "nonce|abc", "nonce|-",
					"nonce|zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "candidate|-", "candidate|''", "acquired-at|x",
					"acquired-at|-", "duration|0", "duration|-5", "duration|1.5", "duration|-", "expires-at|inf",
					"expires-at|-1", "expires-at|9999999999999999", "not-before|nan", "not-before|-", "released|2",
					"released|-", "metadata|-", "metadata|x", "metadata|a=b", "metadata|'a=b=c|'", "metadata|'a=~00|'",
					"metadata|'a=b|c'", "metadata|'a\\b=c|'" })
	void malformedFieldMakesTheRecordGarbage(String field, String value) {
		start();
		try (TestCandidate leader = open("leader", true); TestCandidate rival = open("rival", true)) {
			long token = win(leader).token();
			String key = RedisRecords.name(TestCandidate.key("e"));
			if (value == null) {
				redis().hdel(key, field);
			}
			else {
				redis().hset(key, field, value);
			}
			Map<String, String> garbage = redis().hgetall(key);
			assertGarbage(leader.renew("e"));
			assertGarbage(leader.repeat("e"));
			assertGarbage(leader.release("e"));
			assertGarbage(leader.observe("e"));
			assertGarbage(rival.acquire("e", token));
			assertThat(redis().hgetall(key)).isEqualTo(garbage);
		}
	}

	@Test
	void largestTokenIsReadAndNotExceeded() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			leader.release("e");
			String key = RedisRecords.name(TestCandidate.key("e"));
			redis().hset(key, "token", Long.toString(StoredTerm.MAX_TOKEN - 1));
			assertThat(leader.acquire("e", StoredTerm.MAX_TOKEN - 1)).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> assertThat(granted.token()).isEqualTo(StoredTerm.MAX_TOKEN));
			leader.release("e");
			assertThat(leader.acquire("e", StoredTerm.MAX_TOKEN)).isInstanceOf(Outcome.Unknown.class);
			redis().hset(key, "token", "1999999999999999999");
			assertThat(leader.acquire("e", 1999999999999999999L)).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> assertThat(granted.token()).isEqualTo(2000000000000000000L));
		}
	}

	@Test
	void aKeyOfAnotherTypeIsGarbage() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			String key = RedisRecords.name(TestCandidate.key("e"));
			redis().del(key);
			redis().rpush(key, "a", "list");
			assertGarbage(leader.renew("e"));
			assertGarbage(leader.acquire("e"));
			assertThat(redis().lrange(key, 0, -1)).containsExactly("a", "list");
		}
	}

	@Test
	void flushOfTheScriptsHasNoEffect() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			redis().scriptFlush();
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void pausedServerIsUnknownUntilItAnswers() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			redis().clientPause(2000);
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> leader.timeout(Duration.ofMillis(300)).renew("e"));
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void frozenServerIsUnknownUntilItAnswers() {
		start();
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			this.server.freeze();
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> leader.timeout(Duration.ofSeconds(1)).renew("e"));
			this.server.thaw();
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void serverWithoutMemoryIsUnknownAndReported() {
		start("--maxmemory-policy", "noeviction");
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			redis().configSet("maxmemory", "1");
			assertThat(leader.renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
					(unknown) -> assertThat(unknown.cause()).hasMessageContaining("maxmemory"));
			assertThat(leader.acquire("other")).isInstanceOf(Outcome.Unknown.class);
			redis().configSet("maxmemory", "0");
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void serverThatCannotSaveIsUnknownAndReported() throws Exception {
		start("--save", "3600 1");
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			// No file can replace a folder that is not empty
			Path obstacle = Path.of(redis().configGet("dir").get("dir"), "dump.rdb");
			Path inside = Files.createFile(Files.createDirectory(obstacle).resolve("inside"));
			redis().bgsave();
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> info("persistence").contains("rdb_last_bgsave_status:err"));
			assertThat(leader.renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
					(unknown) -> assertThat(unknown.cause()).hasMessageContaining("MISCONF"));
			assertThat(leader.acquire("other")).isInstanceOf(Outcome.Unknown.class);
			Files.delete(inside);
			Files.delete(obstacle);
			redis().bgsave();
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> info("persistence").contains("rdb_last_bgsave_status:ok"));
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void aServerThatBecomesAReplicaIsRefused() {
		start();
		try (RedisServer other = RedisServer.open(); TestCandidate leader = open("leader", true)) {
			win(leader);
			redis().replicaof(Loopback.HOST, other.port());
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> {
				try {
					return !(leader.renew("e") instanceof Outcome.Granted);
				}
				catch (LeaseStoreException ex) {
					return true;
				}
			});
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> open("new", true).acquire("e"))
				.withMessageContaining("replica of " + Loopback.HOST + ":" + other.port())
				.withMessageContaining("primary");
			redis().configSet("replica-read-only", "no");
			assertThatExceptionOfType(LeaseStoreException.class).as("a replica that takes writes")
				.isThrownBy(() -> open("new", true).acquire("e"));
		}
	}

	@Test
	void aServerThatMayEvictIsWarnedOfOnce(CapturedOutput output) {
		start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			redis().clientKill(KillArgs.Builder.typeNormal().skipme());
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(output).containsOnlyOnce("maxmemory-policy is allkeys-lru");
	}

	@Test
	void volatileEvictionPolicyIsNotWarnedOf(CapturedOutput output) {
		start("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru");
		try (TestCandidate leader = open("leader", true)) {
			win(leader);
			assertThat(redis().ttl(RedisRecords.name(TestCandidate.key("e")))).isEqualTo(-1);
		}
		assertThat(output).doesNotContain("maxmemory-policy");
	}

	private void start(String... options) {
		this.server = RedisServer.open(options);
	}

	private void restart() {
		this.server.kill();
		this.server.start();
	}

	private Outcome.Granted win(TestCandidate candidate) {
		return candidate.win("e");
	}

	private RedisLeaseStoreFactory factory(boolean assumeFresh) {
		RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, this.server.port()));
		return RedisLeaseStoreFactory.builder(target).assumeFresh(assumeFresh).build();
	}

	private TestCandidate open(String name, boolean assumeFresh) {
		return new TestCandidate(factory(assumeFresh).open(), name, LEASE);
	}

	private void age(Duration duration) {
		try (RedisRecords records = RedisRecords.of(RedisURI.create(Loopback.HOST, this.server.port()))) {
			records.age(duration);
		}
	}

	private String info(String section) {
		return redis().info(section);
	}

	private RedisCommands<String, String> redis() {
		return AdminConnections.to(this.server);
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class));
	}

}
