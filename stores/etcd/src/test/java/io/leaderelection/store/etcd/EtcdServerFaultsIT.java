/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

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
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
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

	@AutoClose
	private static final EtcdServer server = EtcdServer.open();

	private static final EtcdAdmin admin = new EtcdAdmin(server.endpoint());

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
			WatchedNotifications notifications = next.watch();
			gone.win(this.election);
			assertThat(next.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
			notifications.await("notification " + this.election);
			assertThat(next.win(this.election).notBefore()).isLessThan(SHORT_LEASE);
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
	void rule9NewcomerWaitsForAWholeLease() {
		this.leader.win(this.election);
		admin.deleteLock(key());
		assertThat(this.rival.win(this.election).notBefore()).isGreaterThan(LEASE.minusMinutes(1))
			.isLessThanOrEqualTo(LEASE);
	}

	@Test
	void rule9RevokedLeaseCostsTheRestAndIsReplaced() throws Exception {
		WatchedNotifications notifications = this.rival.watch();
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

	@Test
	void compactionDisturbsNothing() throws Exception {
		WatchedNotifications notifications = this.rival.watch();
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
