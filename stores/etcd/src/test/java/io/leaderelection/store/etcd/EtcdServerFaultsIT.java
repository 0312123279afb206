/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AlarmRequest;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Ticker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Adds faults of its data, its leases and its locks.
 */
@Tag("server")
@Tag("slow")
class EtcdServerFaultsIT extends ServerFaultsContract {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SHORT_LEASE = Duration.ofSeconds(2);

	private static EtcdServer server;

	private static EtcdAdmin admin;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.open();
		admin = new EtcdAdmin(server.endpoint());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return EtcdContractIT.factory(server.endpoint(), Ticker.system());
	}

	private ElectionKey key() {
		return TestCandidate.key(this.election);
	}

	@Test
	void restartWithoutDataEndsTheTermAndTokenRises() {
		long token = this.leader.win(this.election).token();
		server.kill();
		server.deleteData();
		server.start();
		assertThat(this.leader.renewWhenReached(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(this.rival.win(this.election).token()).isGreaterThan(token);
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
	}

	@Test
	void expiryCostsAWatchingFollowerAtMostTheLease() throws Exception {
		try (TestCandidate gone = open("gone", SHORT_LEASE); TestCandidate next = open("next", SHORT_LEASE)) {
			WatchedNotifications notifications = watch(next);
			gone.win(this.election);
			assertThat(next.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
			notifications.await("notification " + this.election);
			assertThat(next.win(this.election).notBefore()).isLessThan(SHORT_LEASE);
		}
	}

	@Test
	void renewalsKeepTheTermAlive() {
		try (TestCandidate renewing = open("renewing", SHORT_LEASE)) {
			long token = renewing.win(this.election).token();
			long began = Ticker.system().nanos();
			Awaitility.await().atMost(TestCandidate.PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
				assertThat(renewing.renew(this.election)).isInstanceOfSatisfying(Outcome.Granted.class,
						(granted) -> assertThat(granted.token()).isEqualTo(token));
				return Ticker.system().nanos() - began > 3 * SHORT_LEASE.toNanos();
			});
		}
	}

	@Test
	void deletedRecordEndsTheTermAndItsLock() {
		long token = this.leader.win(this.election).token();
		admin.deleteRecord(key());
		assertThat(this.rival.acquire(this.election)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.remaining()).isZero());
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(admin.guardLock(key())).isNull();
		assertThat(this.leader.win(this.election).token()).isGreaterThan(token);
	}

	@Test
	void rule9RemovedLockCostsTheRestOfTheLease() {
		this.leader.win(this.election);
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		admin.deleteLock(key());
		Outcome.Granted waiting = this.rival.win(this.election);
		assertThat(waiting.notBefore()).isGreaterThan(LEASE.minusMinutes(1)).isLessThanOrEqualTo(LEASE);
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(((Outcome.Granted) this.rival.renew(this.election)).notBefore()).isPositive()
			.isLessThanOrEqualTo(waiting.notBefore());
		this.rival.release(this.election);
		assertThat(this.leader.win(this.election).notBefore()).as("kept over release").isPositive();
	}

	@Test
	void rule9NewcomerWaitsForAWholeLease() {
		this.leader.win(this.election);
		admin.deleteLock(key());
		assertThat(this.rival.win(this.election).notBefore()).isGreaterThan(LEASE.minusMinutes(1))
			.isLessThanOrEqualTo(LEASE);
	}

	@Test
	void rule9RevokedLeaseCostsTheRestAndIsReplaced() throws Exception {
		WatchedNotifications notifications = watch(this.rival);
		this.leader.win(this.election);
		this.leader.win("other");
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		long lease = admin.guardLock(key()).getLease();
		assertThat(admin.guardLock(TestCandidate.key("other")).getLease()).as("one lease for all").isEqualTo(lease);
		admin.revoke(lease);
		notifications.await("notification " + this.election);
		assertThat(this.rival.win(this.election).notBefore()).isGreaterThan(LEASE.minusMinutes(1));
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(this.leader.renew("other")).isEqualTo(new Outcome.Lost());
		this.leader.win("other");
		assertThat(admin.guardLock(TestCandidate.key("other")).getLease()).isNotEqualTo(lease);
		assertThat(this.leader.renew("other")).isInstanceOf(Outcome.Granted.class);
		this.leader.release("other");
	}

	@Test
	void stolenLockEndsTheTermAndKeepsOthersOut() {
		this.leader.win(this.election);
		this.rival.win("mine");
		long thief = admin.guardLock(TestCandidate.key("mine")).getLease();
		admin.writeLock(key(), Nonce.random() + " 7", thief);
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(this.leader.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		admin.revoke(thief);
		assertThat(this.leader.win(this.election).notBefore()).isPositive();
	}

	@ParameterizedTest
	@CsvSource({ "mine now,true", "mine now,false", "00000000000000000000000000000000 7,false" })
	void invalidLockIsGarbage(String guardLock, boolean leased) {
		this.leader.win(this.election);
		long lease = admin.guardLock(key()).getLease();
		admin.writeLock(key(), guardLock, leased ? lease : 0);
		assertGarbage(this.leader.renew(this.election));
		assertGarbage(this.rival.acquire(this.election));
		assertGarbage(this.rival.observe(this.election));
		admin.deleteLock(key());
		assertThat(this.leader.renew(this.election)).isEqualTo(new Outcome.Lost());
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
		long token = this.leader.win(this.election).token();
		admin.changeField(key(), field, (value != null) ? value.replace(';', '\n') : null);
		ByteString garbage = admin.record(key()).getValue();
		assertGarbage(this.leader.renew(this.election));
		assertGarbage(this.leader.repeat(this.election));
		assertGarbage(this.leader.observe(this.election));
		assertGarbage(this.rival.acquire(this.election, token));
		assertGarbage(this.leader.release(this.election));
		assertThat(admin.record(key()).getValue()).isEqualTo(garbage);
	}

	@Test
	void largestTokenIsAcceptedAndNotExceeded() {
		this.leader.win(this.election);
		this.leader.release(this.election);
		admin.changeField(key(), "token", Long.toString(StoredTerm.MAX_TOKEN - 1));
		assertThat(this.leader.acquire(this.election, StoredTerm.MAX_TOKEN - 1)).isInstanceOfSatisfying(
				Outcome.Granted.class, (granted) -> assertThat(granted.token()).isEqualTo(StoredTerm.MAX_TOKEN));
		this.leader.release(this.election);
		assertThat(this.leader.acquire(this.election, StoredTerm.MAX_TOKEN)).isInstanceOf(Outcome.Unknown.class);
	}

	@Test
	void compactionDisturbsNothing() throws Exception {
		WatchedNotifications notifications = watch(this.rival);
		this.leader.win(this.election);
		for (int i = 0; i < 3; i++) {
			assertThat(this.leader.renew(this.election)).isInstanceOf(Outcome.Granted.class);
			admin.compact();
		}
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		this.leader.release(this.election);
		notifications.await("notification " + this.election);
		this.rival.win(this.election);
	}

	@Test
	void serverWithoutSpaceIsUnknownAndReported() {
		this.leader.win(this.election);
		admin.alarm(AlarmRequest.AlarmAction.ACTIVATE);
		try {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.leader.renew(this.election))
				.withMessageContaining("space");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.rival.acquire("other"))
				.withMessageContaining("space");
			assertThat(this.rival.observe(this.election)).isInstanceOf(Outcome.Leased.class);
		}
		finally {
			admin.alarm(AlarmRequest.AlarmAction.DEACTIVATE);
		}
		assertThat(this.leader.renewWhenReached(this.election)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void leaseThatEtcdProlongsIsGrantedAsRequested() {
		try (EtcdServer slow = EtcdServer.open("--heartbeat-interval", "500", "--election-timeout", "5000");
				LeaseStore store = EtcdContractIT.factory(slow.endpoint(), Ticker.system()).open()) {
			TestCandidate candidate = new TestCandidate(store, "candidate", SHORT_LEASE);
			assertThat(candidate.win(this.election).duration()).isEqualTo(SHORT_LEASE);
			assertThat(((Outcome.Granted) candidate.renew(this.election)).duration()).isEqualTo(SHORT_LEASE);
			long lease = new EtcdAdmin(slow.endpoint()).guardLock(key()).getLease();
			assertThat(new EtcdAdmin(slow.endpoint()).lease(lease).getGrantedTTL())
				.isGreaterThan(SHORT_LEASE.toSeconds());
			// The leader may lead that long; a watch reports when the guard lock is gone
			assertThat(((Outcome.Leased) candidate.observe(this.election)).remaining())
				.isLessThanOrEqualTo(SHORT_LEASE);
		}
	}

	@Test
	void fractionsOfASecondAreKeptInFull() {
		try (TestCandidate candidate = open("fraction", Duration.ofMillis(2500))) {
			assertThat(candidate.win(this.election).duration()).isEqualTo(Duration.ofMillis(2500));
			assertThat(admin.lease(admin.guardLock(key()).getLease()).getGrantedTTL()).isEqualTo(3);
		}
	}

	private void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class)
					.hasMessageContaining("leader-election/orders/" + this.election + "/")
					.hasMessageContaining("Delete the key"));
	}

}
