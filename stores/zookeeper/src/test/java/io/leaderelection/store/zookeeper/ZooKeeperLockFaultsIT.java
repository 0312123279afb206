/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.testkit.WatchedNotifications;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Records, guard locks and sessions that are deleted, damaged, stolen or killed. Includes
 * the double-leader bugs of other electors over ZooKeeper.
 */
@Tag("server")
class ZooKeeperLockFaultsIT {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Duration SESSION = Duration.ofSeconds(20);

	private static final ElectionKey KEY = TestCandidate.key("e");

	private static final Outcome LOST = new Outcome.Lost();

	@AutoClose
	private static final TestingServer server = Ensembles.start();

	@AutoClose
	private static final Records records = new Records(server.getConnectString());

	private final SteppedTime time = SteppedTime.still();

	private final List<TestCandidate> candidates = new ArrayList<>();

	@BeforeEach
	void clear() {
		if (records.namespaces().contains(KEY.namespace())) {
			records.keys(KEY.namespace()).forEach(records::delete);
		}
	}

	@AfterEach
	void closeCandidates() {
		this.candidates.forEach(TestCandidate::close);
	}

	private TestCandidate candidate(String name) {
		return candidate(name, ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).sessionTimeout(SESSION));
	}

	private TestCandidate candidate(String name, ZooKeeperLeaseStoreFactory.Builder builder) {
		TestCandidate candidate = new TestCandidate(builder.build().open(this.time), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

	@Test
	void deletedLockCostsANewcomerAWholeLease() {
		TestCandidate leader = candidate("leader");
		leader.win("e");
		this.time.step(LEASE.dividedBy(4));
		records.loseGuardLock(KEY);
		assertThat(candidate("newcomer").win("e").notBefore()).isEqualTo(LEASE);
	}

	@Test
	@DisplayName("An expired term costs a watching follower nothing, even if it read no renewal")
	void expiryCostsAWatchingFollowerNothing() throws Exception {
		TestCandidate leader = candidate("leader");
		TestCandidate follower = candidate("follower");
		WatchedNotifications notifications = follower.watch();
		leader.win("e");
		assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.time.step(LEASE.dividedBy(2));
		leader.renew("e");
		// The server reports changes in order: after this, it has reported the renewal
		records.write(TestCandidate.key("marker"), "");
		records.delete(TestCandidate.key("marker"));
		notifications.await("notification marker");
		this.time.step(LEASE);
		leader.close();
		notifications.await("notification e");
		assertThat(follower.win("e").notBefore()).isZero();
	}

	@Test
	void stolenLockKeepsOthersOutUntilExpiry() throws Exception {
		TestCandidate leader = candidate("leader");
		TestCandidate follower = candidate("follower");
		long token = leader.win("e").token();
		String guardLock = records.path(KEY) + "/" + records.guardLocks(KEY).get(0);
		records.loseGuardLock(KEY);
		records.client().create().withMode(CreateMode.EPHEMERAL).forPath(guardLock);
		assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.time.step(LEASE);
		assertThat(leader.renew("e")).isEqualTo(LOST);
		Outcome.Granted next = follower.win("e");
		assertThat(next.token()).isGreaterThan(token);
		assertThat(next.notBefore()).isZero();
		assertThat(records.guardLocks(KEY)).hasSize(1);
	}

	@Test
	void foreignChildDoesNotBlockForever() throws Exception {
		TestCandidate leader = candidate("leader");
		TestCandidate follower = candidate("follower");
		leader.win("e");
		records.client().create().forPath(records.path(KEY) + "/note");
		assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(leader.release("e")).isInstanceOf(Outcome.Released.class);
		assertThat(follower.win("e").notBefore()).isZero();
		follower.close();
		assertThat(leader.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.time.step(LEASE);
		assertThat(leader.win("e").notBefore()).isZero();
	}

	@Test
	void garbageIsReportedWithItsPath() {
		records.writeGarbage(KEY);
		assertThat(candidate("candidate").observe("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining(records.path(KEY)));
	}

	@Test
	void emptyNodeIsNotARecord() {
		records.write(KEY, "");
		TestCandidate leader = candidate("leader");
		assertThat(leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		leader.win("e");
		assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	/** As in CURATOR-696: the node exists, but belongs to another session. */
	@Test
	void lockOfAFormerSessionIsLost() throws Exception {
		try (CuratorFramework client = client()) {
			TestCandidate leader = candidate("leader", ZooKeeperLeaseStoreFactory.builder(client));
			TestCandidate follower = candidate("follower");
			leader.win("e");
			String guardLock = records.path(KEY) + "/" + records.guardLocks(KEY).get(0);
			kill(client.getZookeeperClient().getZooKeeper());
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> records.guardLocks(KEY).isEmpty());
			// Stands for a node that the server still has for a session that its client
			// has left
			records.client().create().withMode(CreateMode.EPHEMERAL).forPath(guardLock);
			assertThat(leader.renewWhenReached("e")).isEqualTo(LOST);
			assertThat(records.guardLocks(KEY)).as("the guard lock of the other session exists").hasSize(1);
			assertThat(leader.repeat("e")).isEqualTo(LOST);
			assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
			this.time.step(LEASE);
			assertThat(follower.win("e").notBefore()).isZero();
		}
	}

	/**
	 * As with reused ids of latches: the guard lock of each term has its own name.
	 */
	@Test
	void formerTermDoesNotTouchALaterLock() {
		TestCandidate candidate = candidate("same");
		candidate.win("e");
		List<String> first = records.guardLocks(KEY);
		TestCandidate twin = candidate("same");
		this.time.step(LEASE);
		assertThat(twin.acquire("e")).as("a newcomer waits").isInstanceOf(Outcome.Leased.class);
		this.time.step(LEASE);
		twin.win("e");
		List<String> second = records.guardLocks(KEY);
		assertThat(second).isNotEqualTo(first).hasSize(1);
		assertThat(candidate.release("e")).isEqualTo(LOST);
		assertThat(records.guardLocks(KEY)).isEqualTo(second);
		assertThat(twin.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void clientThatIsNotStartedIsReported() {
		CuratorFramework client = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(1));
		TestCandidate candidate = candidate("candidate", ZooKeeperLeaseStoreFactory.builder(client));
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> candidate.observe("e"))
			.withMessageContaining("Start it");
	}

	@Test
	void theNamespaceOfTheApplicationsClientIsKept() throws Exception {
		try (CuratorFramework client = client()) {
			CuratorFramework below = client.usingNamespace("app");
			candidate("leader", ZooKeeperLeaseStoreFactory.builder(below).root("/")).win("e");
			assertThat(below.checkExists().forPath("/orders/e")).isNotNull();
			assertThat(client.checkExists().forPath("/app/orders/e")).isNotNull();
		}
	}

	@Test
	void aLeaseIsNoLongerThanTheSession() {
		TestCandidate candidate = candidate("candidate",
				ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).sessionTimeout(Duration.ofSeconds(4)));
		assertThat(candidate.win("e").duration()).isEqualTo(Duration.ofSeconds(4));
		assertThat(((Outcome.Granted) candidate.renew("e")).duration()).isEqualTo(Duration.ofSeconds(4));
	}

	private static CuratorFramework client() {
		CuratorFramework client = CuratorFrameworkFactory.builder()
			.connectString(server.getConnectString())
			.sessionTimeoutMs(Math.toIntExact(SESSION.toMillis()))
			.connectionTimeoutMs(Math.toIntExact(SESSION.toMillis()))
			.retryPolicy(new RetryOneTime(1))
			.build();
		client.start();
		return client;
	}

	/** Ends a session on the server, as another client that knows its password. */
	private static void kill(ZooKeeper session) throws Exception {
		CountDownLatch connected = new CountDownLatch(1);
		ZooKeeper twin = new ZooKeeper(server.getConnectString(), session.getSessionTimeout(), (event) -> {
			if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
				connected.countDown();
			}
		}, session.getSessionId(), session.getSessionPasswd());
		assertThat(connected.await(TestCandidate.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		twin.close();
	}

}
