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
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
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
 * Adds faults of the data, and servers that lose it, refuse writes or become a replica.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class RedisServerFaultsIT extends ServerFaultsContract {

	private static final Duration LEASE = Duration.ofMinutes(5);

	@AutoClose
	private static final RedisServer server = RedisServer.open("--appendonly", "yes", "--appendfsync", "always");

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return factory(server);
	}

	private static LeaseStoreFactory factory(RedisServer server) {
		return RedisLeaseStoreFactory.builder(RedisTarget.of(RedisURI.create(Loopback.HOST, server.port()))).build();
	}

	private static TestCandidate open(RedisServer server, String name) {
		return new TestCandidate(RedisStoreContract.factory(server.port()).open(), name, LEASE);
	}

	private String key() {
		return RedisRecords.name(TestCandidate.key(this.election));
	}

	@Test
	void restartWithoutDataMakesTheSuccessorWait() {
		try (RedisServer own = RedisServer.open();
				TestCandidate leader = open(own, "leader");
				TestCandidate newcomer = new TestCandidate(factory(own).open(), "newcomer", LEASE)) {
			long token = leader.win("e").token();
			own.kill();
			own.start();
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
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> !info("server").contains("uptime_in_seconds:0\r")
					&& !info("server").contains("uptime_in_seconds:1\r"));
		try (TestCandidate early = open("early", Duration.ofSeconds(1))) {
			assertThat(early.win(this.election).notBefore()).isZero();
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
		long token = this.leader.win(this.election).token();
		String key = key();
		if (value == null) {
			redis().hdel(key, field);
		}
		else {
			redis().hset(key, field, value);
		}
		Map<String, String> garbage = redis().hgetall(key);
		assertGarbage(this.leader.renew(this.election));
		assertGarbage(this.leader.repeat(this.election));
		assertGarbage(this.leader.release(this.election));
		assertGarbage(this.leader.observe(this.election));
		assertGarbage(this.rival.acquire(this.election, token));
		assertThat(redis().hgetall(key)).isEqualTo(garbage);
	}

	@Test
	void largestTokenIsReadAndNotExceeded() {
		this.leader.win(this.election);
		this.leader.release(this.election);
		String key = key();
		redis().hset(key, "token", Long.toString(StoredTerm.MAX_TOKEN - 1));
		assertThat(this.leader.acquire(this.election, StoredTerm.MAX_TOKEN - 1)).isInstanceOfSatisfying(
				Outcome.Granted.class, (granted) -> assertThat(granted.token()).isEqualTo(StoredTerm.MAX_TOKEN));
		this.leader.release(this.election);
		assertThat(this.leader.acquire(this.election, StoredTerm.MAX_TOKEN)).isInstanceOf(Outcome.Unknown.class);
		redis().hset(key, "token", "1999999999999999999");
		assertThat(this.leader.acquire(this.election, 1999999999999999999L)).isInstanceOfSatisfying(
				Outcome.Granted.class, (granted) -> assertThat(granted.token()).isEqualTo(2000000000000000000L));
	}

	@Test
	void aKeyOfAnotherTypeIsGarbage() {
		this.leader.win(this.election);
		String key = key();
		redis().del(key);
		redis().rpush(key, "a", "list");
		assertGarbage(this.leader.renew(this.election));
		assertGarbage(this.leader.acquire(this.election));
		assertThat(redis().lrange(key, 0, -1)).containsExactly("a", "list");
	}

	@Test
	void flushOfTheScriptsHasNoEffect() {
		this.leader.win(this.election);
		redis().scriptFlush();
		assertThat(this.leader.renew(this.election)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void serverWithoutMemoryIsUnknownAndReported() {
		this.leader.win(this.election);
		redis().configSet("maxmemory", "1");
		assertThat(this.leader.renew(this.election)).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining("maxmemory"));
		assertThat(this.leader.acquire("other")).isInstanceOf(Outcome.Unknown.class);
		redis().configSet("maxmemory", "0");
		assertThat(this.leader.renew(this.election)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void serverThatCannotSaveIsUnknownAndReported() throws Exception {
		this.leader.win(this.election);
		redis().configSet("save", "3600 1");
		// No file can replace a folder that is not empty
		Path obstacle = Path.of(redis().configGet("dir").get("dir"), "dump.rdb");
		Path inside = Files.createFile(Files.createDirectory(obstacle).resolve("inside"));
		redis().bgsave();
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> info("persistence").contains("rdb_last_bgsave_status:err"));
		assertThat(this.leader.renew(this.election)).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining("MISCONF"));
		assertThat(this.leader.acquire("other")).isInstanceOf(Outcome.Unknown.class);
		Files.delete(inside);
		Files.delete(obstacle);
		redis().bgsave();
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> info("persistence").contains("rdb_last_bgsave_status:ok"));
		assertThat(this.leader.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		redis().configSet("save", "");
	}

	@Test
	void aServerThatBecomesAReplicaIsRefused() {
		try (RedisServer other = RedisServer.open();
				RedisServer own = RedisServer.open();
				TestCandidate leader = open(own, "leader")) {
			leader.win("e");
			AdminConnections.to(own).replicaof(Loopback.HOST, other.port());
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> !(attempt(() -> leader.renew("e")) instanceof Outcome.Granted));
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> open(own, "new").acquire("e"))
				.withMessageContaining("replica of " + Loopback.HOST + ":" + other.port())
				.withMessageContaining("primary");
			AdminConnections.to(own).configSet("replica-read-only", "no");
			assertThatExceptionOfType(LeaseStoreException.class).as("a replica that takes writes")
				.isThrownBy(() -> open(own, "new").acquire("e"));
		}
	}

	@Test
	void aServerThatMayEvictIsWarnedOfOnce(CapturedOutput output) {
		try (RedisServer own = RedisServer.open("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
				TestCandidate leader = open(own, "leader")) {
			leader.win("e");
			AdminConnections.to(own).clientKill(KillArgs.Builder.typeNormal().skipme());
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(output).containsOnlyOnce("maxmemory-policy is allkeys-lru");
	}

	@Test
	void volatileEvictionPolicyIsNotWarnedOf(CapturedOutput output) {
		try (RedisServer own = RedisServer.open("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru");
				TestCandidate leader = open(own, "leader")) {
			leader.win("e");
			assertThat(AdminConnections.to(own).ttl(RedisRecords.name(TestCandidate.key("e")))).isEqualTo(-1);
		}
		assertThat(output).doesNotContain("maxmemory-policy");
	}

	private String info(String section) {
		return redis().info(section);
	}

	private RedisCommands<String, String> redis() {
		return AdminConnections.to(server);
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class));
	}

}
