/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.Direction;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.NotificationFaultsContract;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.WatchedNotifications;
import org.apache.curator.test.TestingServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Adds what a lost connection means for a session, which holds the guard locks.
 */
@Tag("server")
@Tag("slow")
class ZooKeeperNetworkFaultsIT extends NotificationFaultsContract {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final Duration SESSION = Duration.ofSeconds(20);

	private static final Duration BRIEF_SESSION = Duration.ofSeconds(2);

	@AutoClose
	private static final TestingServer server = Ensembles.start();

	@AutoClose
	private static final Records records = new Records(server.getConnectString());

	@Override
	protected int port() {
		return server.getPort();
	}

	@Override
	protected ZooKeeperLeaseStoreFactory factory(int port) {
		return factory(port, SESSION);
	}

	private static ZooKeeperLeaseStoreFactory factory(int port, Duration session) {
		return ZooKeeperLeaseStoreFactory.builder(Loopback.HOST + ":" + port).sessionTimeout(session).build();
	}

	@Override
	protected Duration lease() {
		return Duration.ofSeconds(10);
	}

	/** Opens a candidate whose leases do not expire by themselves. */
	@Override
	protected TestCandidate open(String name, int port) {
		return open(name, factory(port));
	}

	private TestCandidate open(String name, ZooKeeperLeaseStoreFactory factory) {
		return new TestCandidate(factory.open(SteppedTime.still()), name, lease());
	}

	private TestCandidate openBrief() {
		return open("brief", factory(this.proxy.port(), BRIEF_SESSION));
	}

	@Test
	void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	void timedOutConnectNamesTheQuorum() {
		this.proxy.blackHole();
		assertThat(failure(() -> this.candidate.timeout(SHORT).acquire(this.election))).hasMessageContaining("quorum");
	}

	@Test
	void suspendedLongerThanTheSessionEndsTheTerm() {
		try (TestCandidate brief = openBrief()) {
			long token = brief.win(this.election).token();
			assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
			this.proxy.refuse();
			awaitNoGuardLock();
			Outcome.Granted next = this.rival.win(this.election);
			assertThat(next.token()).isGreaterThan(token);
			assertThat(next.notBefore()).as("the lease of the former leader").isEqualTo(BRIEF_SESSION);
			this.proxy.heal();
			assertThat(reached(() -> brief.renew(this.election))).isEqualTo(new Outcome.Lost());
			assertThat(this.rival.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		}
	}

	private void awaitNoGuardLock() {
		ElectionKey key = StoreCandidate.key(this.election);
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> records.guardLocks(key).isEmpty());
	}

	@Test
	void watchIsReopenedOverANewSession() throws Exception {
		try (TestCandidate brief = openBrief()) {
			WatchedNotifications notifications = brief.watch();
			brief.win(this.election);
			this.proxy.blackHole();
			notifications.await("live false");
			awaitNoGuardLock();
			this.proxy.heal();
			notifications.await("live true");
			this.rival.win(this.election);
			this.rival.release(this.election);
			notifications.await("notification " + this.election);
		}
	}

	@Test
	void aBatchOfRenewalsIsSentTogether() {
		List<Acquire> acquires = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			acquires.add(new Acquire(StoreCandidate.key(election()), "candidate", Nonce.random(), lease(), 0, 0,
					Instant.EPOCH, Map.of()));
		}
		List<Outcome.OfAcquire> granted = this.candidate.store().acquire(acquires, LONG);
		List<Renew> renewals = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			long token = ((Outcome.Granted) granted.get(i)).token();
			renewals.add(new Renew(acquires.get(i).key(), acquires.get(i).nonce(), token));
		}
		long delay = 200;
		this.proxy.delay(Duration.ofMillis(delay), Direction.TO_SERVER);
		long began = System.nanoTime();
		assertThat(this.candidate.store().renew(renewals, LONG)).hasSize(50)
			.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Granted.class));
		assertThat(Duration.ofNanos(System.nanoTime() - began)).as("one after the other would take 10 s at least")
			.isLessThan(Duration.ofMillis(50 * delay));
	}

}
