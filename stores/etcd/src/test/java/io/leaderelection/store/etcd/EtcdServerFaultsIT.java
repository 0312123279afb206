/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AlarmRequest;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Ticker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Faults of the server and of its data.
 */
@Tag("server")
@Tag("slow")
class EtcdServerFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SHORT_LEASE = Duration.ofSeconds(2);

	private static EtcdServer server;

	private static EtcdAdmin admin;

	private TestCandidate leader;

	private TestCandidate follower;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.open();
		admin = new EtcdAdmin(server.endpoint());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void open() {
		admin.deleteRecord(TestCandidate.key("e"));
		admin.deleteLock(TestCandidate.key("e"));
		this.leader = open("leader", LEASE);
		this.follower = open("follower", LEASE);
	}

	@AfterEach
	void close() {
		this.leader.close();
		this.follower.close();
	}

	private static TestCandidate open(String name, Duration lease) {
		return new TestCandidate(EtcdContractIT.factory(server.endpoint(), Ticker.system()).open(), name, lease);
	}

	@Test
	void aRestartShorterThanTheLeaseKeepsTheTerm() {
		this.leader.win("e");
		server.kill();
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.leader.timeout(Duration.ofSeconds(2)).renew("e"))
			.withMessageContaining("127.0.0.1:" + server.port());
		server.start();
		assertThat(this.leader.timeout(LEASE).renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void longRestartLeavesTheElectionToOthers() {
		try (TestCandidate gone = open("gone", SHORT_LEASE); TestCandidate next = open("next", SHORT_LEASE)) {
			long token = gone.win("e").token();
			next.observe("e");
			server.stop();
			awaitElapsed(SHORT_LEASE.plusSeconds(1));
			server.start();
			Outcome.Granted granted = winWhenFree(next);
			assertThat(granted.token()).isGreaterThan(token);
			assertThat(gone.renew("e")).isEqualTo(new Outcome.Lost());
		}
	}

	@Test
	void restartWithoutDataEndsTheTermAndTokenRises() {
		long token = this.leader.win("e").token();
		server.kill();
		server.deleteData();
		server.start();
		assertThat(this.leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
		assertThat(this.follower.win("e").token()).isGreaterThan(token);
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
	}

	@Test
	void expiryCostsAWatchingFollowerAtMostTheLease() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		try (TestCandidate gone = open("gone", SHORT_LEASE); TestCandidate next = open("next", SHORT_LEASE)) {
			next.store().watch(TestCandidate.key("e").namespace(), notifications);
			notifications.await("live true");
			gone.win("e");
			assertThat(next.acquire("e")).isInstanceOf(Outcome.Leased.class);
			notifications.await("notification e");
			assertThat(next.win("e").notBefore()).isLessThan(SHORT_LEASE);
		}
	}

	@Test
	void renewalsKeepTheTermAlive() {
		try (TestCandidate renewing = open("renewing", SHORT_LEASE)) {
			long token = renewing.win("e").token();
			long began = Ticker.system().nanos();
			Awaitility.await().atMost(TestCandidate.PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
				assertThat(renewing.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
						(granted) -> assertThat(granted.token()).isEqualTo(token));
				return Ticker.system().nanos() - began > 3 * SHORT_LEASE.toNanos();
			});
		}
	}

	@Test
	void deletedRecordEndsTheTermAndItsLock() {
		long token = this.leader.win("e").token();
		admin.deleteRecord(TestCandidate.key("e"));
		assertThat(this.follower.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.remaining()).isZero());
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
		assertThat(admin.guardLock(TestCandidate.key("e"))).isNull();
		assertThat(this.leader.win("e").token()).isGreaterThan(token);
	}

	@Test
	void rule9RemovedLockCostsTheRestOfTheLease() {
		this.leader.win("e");
		assertThat(this.follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		admin.deleteLock(TestCandidate.key("e"));
		Outcome.Granted waiting = this.follower.win("e");
		assertThat(waiting.notBefore()).isGreaterThan(LEASE.minusMinutes(1)).isLessThanOrEqualTo(LEASE);
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
		assertThat(((Outcome.Granted) this.follower.renew("e")).notBefore()).isPositive()
			.isLessThanOrEqualTo(waiting.notBefore());
		this.follower.release("e");
		assertThat(this.leader.win("e").notBefore()).as("kept over release").isPositive();
	}

	@Test
	void rule9NewcomerWaitsForAWholeLease() {
		this.leader.win("e");
		admin.deleteLock(TestCandidate.key("e"));
		assertThat(this.follower.win("e").notBefore()).isGreaterThan(LEASE.minusMinutes(1)).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void rule9RevokedLeaseCostsTheRestAndIsReplaced() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.follower.store().watch(TestCandidate.key("e").namespace(), notifications);
		notifications.await("live true");
		this.leader.win("e");
		this.leader.win("other");
		assertThat(this.follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		long lease = admin.guardLock(TestCandidate.key("e")).getLease();
		assertThat(admin.guardLock(TestCandidate.key("other")).getLease()).as("one lease for all").isEqualTo(lease);
		admin.revoke(lease);
		notifications.await("notification e");
		assertThat(this.follower.win("e").notBefore()).isGreaterThan(LEASE.minusMinutes(1));
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
		assertThat(this.leader.renew("other")).isEqualTo(new Outcome.Lost());
		this.leader.win("other");
		assertThat(admin.guardLock(TestCandidate.key("other")).getLease()).isNotEqualTo(lease);
		assertThat(this.leader.renew("other")).isInstanceOf(Outcome.Granted.class);
		this.leader.release("other");
	}

	@Test
	void stolenLockEndsTheTermAndKeepsOthersOut() {
		this.leader.win("e");
		this.follower.win("mine");
		long thief = admin.guardLock(TestCandidate.key("mine")).getLease();
		admin.writeLock(TestCandidate.key("e"), Nonce.random() + " 7", thief);
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
		assertThat(this.leader.acquire("e")).isInstanceOf(Outcome.Leased.class);
		admin.revoke(thief);
		assertThat(this.leader.win("e").notBefore()).isPositive();
	}

	@ParameterizedTest
	@CsvSource({ "mine now,true", "mine now,false", "00000000000000000000000000000000 7,false" })
	void invalidLockIsGarbage(String guardLock, boolean leased) {
		this.leader.win("e");
		long lease = admin.guardLock(TestCandidate.key("e")).getLease();
		admin.writeLock(TestCandidate.key("e"), guardLock, leased ? lease : 0);
		assertGarbage(this.leader.renew("e"));
		assertGarbage(this.follower.acquire("e"));
		assertGarbage(this.follower.observe("e"));
		admin.deleteLock(TestCandidate.key("e"));
		assertThat(this.leader.renew("e")).isEqualTo(new Outcome.Lost());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-",
			value = { "token|0", "token|-1", "token|abc", "token|1e3", "token|4611686018427387905",
					"token|9223372036854775808", "token|-", "nonce|abc", "nonce|-",
					"nonce|zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "candidate|-", "candidate|''", "since|x", "since|-",
					"lease|0", "lease|-5", "lease|1.5", "lease|-", "not-before|nan", "not-before|-1",
					"not-before|9999999999999999", "not-before|-", "changes|-1", "changes|-", "released|2",
					"released|-", "m:zone|a\\", "m:zone|\\x", "changes|1;later=1" })
	void invalidFieldMakesTheRecordGarbage(String field, String value) {
		long token = this.leader.win("e").token();
		admin.changeField(TestCandidate.key("e"), field, (value != null) ? value.replace(';', '\n') : null);
		ByteString garbage = admin.record(TestCandidate.key("e")).getValue();
		assertGarbage(this.leader.renew("e"));
		assertGarbage(this.leader.repeat("e"));
		assertGarbage(this.leader.observe("e"));
		assertGarbage(this.follower.acquire("e", token));
		assertGarbage(this.leader.release("e"));
		assertThat(admin.record(TestCandidate.key("e")).getValue()).isEqualTo(garbage);
	}

	@Test
	void largestTokenIsAcceptedAndNotExceeded() {
		this.leader.win("e");
		this.leader.release("e");
		admin.changeField(TestCandidate.key("e"), "token", Long.toString(StoredTerm.MAX_TOKEN - 1));
		assertThat(this.leader.acquire("e", StoredTerm.MAX_TOKEN - 1)).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(StoredTerm.MAX_TOKEN));
		this.leader.release("e");
		assertThat(this.leader.acquire("e", StoredTerm.MAX_TOKEN)).isInstanceOf(Outcome.Unknown.class);
	}

	@Test
	void frozenServerIsUnknownUntilItThaws() {
		this.leader.win("e");
		server.freeze();
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.leader.timeout(Duration.ofSeconds(1)).renew("e"))
			.withMessageContaining("within 1000 ms")
			.withMessageContaining("leader-election.operation-timeout");
		server.thaw();
		assertThat(this.leader.timeout(LEASE).renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void compactionDisturbsNothing() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.follower.store().watch(TestCandidate.key("e").namespace(), notifications);
		notifications.await("live true");
		this.leader.win("e");
		for (int i = 0; i < 3; i++) {
			assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
			admin.compact();
		}
		assertThat(this.follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.leader.release("e");
		notifications.await("notification e");
		this.follower.win("e");
	}

	@Test
	void serverWithoutSpaceIsUnknownAndReported() {
		this.leader.win("e");
		admin.alarm(AlarmRequest.AlarmAction.ACTIVATE);
		try {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.leader.renew("e"))
				.withMessageContaining("space");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.follower.acquire("other"))
				.withMessageContaining("space");
			assertThat(this.follower.observe("e")).isInstanceOf(Outcome.Leased.class);
		}
		finally {
			admin.alarm(AlarmRequest.AlarmAction.DEACTIVATE);
		}
		assertThat(this.leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void leaseThatEtcdProlongsIsGrantedAsRequested() {
		try (EtcdServer slow = EtcdServer.open("--heartbeat-interval", "500", "--election-timeout", "5000");
				LeaseStore store = EtcdContractIT.factory(slow.endpoint(), Ticker.system()).open()) {
			TestCandidate candidate = new TestCandidate(store, "candidate", SHORT_LEASE);
			assertThat(candidate.win("e").duration()).isEqualTo(SHORT_LEASE);
			assertThat(((Outcome.Granted) candidate.renew("e")).duration()).isEqualTo(SHORT_LEASE);
			long lease = new EtcdAdmin(slow.endpoint()).guardLock(TestCandidate.key("e")).getLease();
			assertThat(new EtcdAdmin(slow.endpoint()).lease(lease).getGrantedTTL())
				.isGreaterThan(SHORT_LEASE.toSeconds());
			// The leader may lead that long; a watch reports when the guard lock is gone
			assertThat(((Outcome.Leased) candidate.observe("e")).remaining()).isLessThanOrEqualTo(SHORT_LEASE);
		}
	}

	@Test
	void fractionsOfASecondAreKeptInFull() {
		try (TestCandidate candidate = open("fraction", Duration.ofMillis(2500))) {
			assertThat(candidate.win("e").duration()).isEqualTo(Duration.ofMillis(2500));
			assertThat(admin.lease(admin.guardLock(TestCandidate.key("e")).getLease()).getGrantedTTL()).isEqualTo(3);
		}
	}

	private static void awaitElapsed(Duration duration) {
		long began = Ticker.system().nanos();
		Awaitility.await()
			.atMost(duration.plus(TestCandidate.PATIENCE))
			.until(() -> Ticker.system().nanos() - began > duration.toNanos());
	}

	private static Outcome.Granted winWhenFree(TestCandidate candidate) {
		return (Outcome.Granted) Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.pollInterval(20, TimeUnit.MILLISECONDS)
			.ignoreExceptionsInstanceOf(LeaseStoreException.class)
			.until(() -> candidate.acquire("e"), Outcome.Granted.class::isInstance);
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class)
					.hasMessageContaining("leader-election/orders/e/")
					.hasMessageContaining("Delete the key"));
	}

}
