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
import java.util.concurrent.Callable;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.PreferenceTraffic;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Faults of the network between a candidate and ZooKeeper. Another candidate reaches the
 * server directly.
 */
@Tag("server")
@Tag("slow")
class ZooKeeperNetworkFaultsIT extends ServerFixture {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static final Duration LONG = Duration.ofSeconds(30);

	private TcpProxy proxy;

	private TestCandidate candidate;

	private TestCandidate rival;

	@BeforeEach
	void open() {
		this.proxy = TcpProxy.to(server.getPort());
		this.candidate = candidate("candidate", behindProxy(SESSION));
		this.rival = candidate("rival");
	}

	@AfterEach
	void heal() {
		this.proxy.heal();
		closeCandidates();
		this.proxy.close();
	}

	private ZooKeeperLeaseStoreFactory.Builder behindProxy(Duration session) {
		return ZooKeeperLeaseStoreFactory.builder(Loopback.HOST + ":" + this.proxy.port()).sessionTimeout(session);
	}

	@Test
	void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	void nothingIsSentWithoutAPreference() {
		PreferenceTraffic.assertNothingIsSentWithoutAPreference(this.proxy, behindProxy(SESSION).build(),
				this.candidate);
	}

	@Test
	void lostAnswerToAcquireIsRepeatedByTheSameNonce() {
		this.candidate.observe("e");
		this.rival.win("e");
		this.rival.release("e");
		long seen = ((Outcome.Free) this.candidate.observe("e")).token();
		this.proxy.cutAnswerAfter(1);
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.acquire("e", seen));
		Outcome.Leased leased = (Outcome.Leased) this.rival.acquire("e");
		assertThat(leased.candidate()).isEqualTo("candidate");
		Outcome.OfAcquire repeated = reached(() -> this.candidate.repeat("e"));
		assertThat(((Outcome.Granted) repeated).token()).isEqualTo(leased.token());
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void lostRenewalAnswerLosesNoTerm() {
		this.candidate.win("e");
		this.proxy.cutNextAnswer();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.renew("e"));
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
	}

	/**
	 * As with Curator's background deletes, which may find the node of another owner.
	 */
	@Test
	void lostReleaseAnswerHarmsNoSuccessor() {
		this.candidate.win("e");
		this.proxy.cutNextAnswer();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.release("e"));
		assertThat(this.rival.win("e").notBefore()).isZero();
		assertThat(reached(() -> this.candidate.release("e"))).isEqualTo(new Outcome.Lost());
		assertThat(reached(() -> this.candidate.observe("e"))).isInstanceOf(Outcome.Leased.class);
		assertThat(this.rival.renew("e")).isInstanceOf(Outcome.Granted.class);
		this.rival.release("e");
		this.candidate.win("e");
		this.proxy.cutNextAnswer();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.release("e"));
		assertThat(reached(() -> this.candidate.release("e"))).isEqualTo(new Outcome.Released());
	}

	@Test
	void lostObservationAnswerIsUnknown() {
		this.candidate.win("e");
		this.proxy.cutNextAnswer();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.observe("e"));
		assertThat(reached(() -> this.candidate.observe("e"))).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void aBlackHoleEndsAtTheTimeout() {
		this.candidate.win("e");
		this.proxy.blackHole();
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> this.candidate.timeout(SHORT).renew("e"))
				.withMessageContaining(Loopback.HOST + ":" + this.proxy.port())
				.withMessageContaining("1000 ms")
				.withMessageContaining("leader-election.operation-timeout");
		}
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void firstCallToAHangingEndpointTimesOut() {
		this.proxy.blackHole();
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.candidate.timeout(SHORT).acquire("e"))
			.withMessageContaining("quorum");
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.acquire("e"))).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void unreachableEndpointIsReported() {
		int port = this.proxy.port();
		this.proxy.close();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.acquire("e"))
			.withMessageContaining(Loopback.HOST + ":" + port);
	}

	@Test
	void nothingIsWrittenAfterTheTimeout() {
		this.candidate.observe("e");
		this.proxy.blackHole(TcpProxy.Direction.TO_SERVER);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.candidate.timeout(SHORT).acquire("e", 0));
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(reached(() -> this.candidate.observe("e"))).isEqualTo(new Outcome.Free(0, false));
		assertThat(this.rival.win("e").token()).isPositive();
	}

	@Test
	void suspendedShorterThanTheSessionKeepsTheTerm() {
		this.candidate.win("e");
		this.proxy.refuse();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.timeout(SHORT).renew("e"));
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.proxy.heal();
		this.candidate.timeout(LONG);
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void suspendedLongerThanTheSessionEndsTheTerm() {
		TestCandidate brief = candidate("brief", behindProxy(Duration.ofSeconds(2)));
		long token = brief.win("e").token();
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		this.proxy.refuse();
		Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> records.guardLocks(KEY).isEmpty());
		Outcome.Granted next = this.rival.win("e");
		assertThat(next.token()).isGreaterThan(token);
		assertThat(next.notBefore()).as("the lease of the former leader").isEqualTo(Duration.ofSeconds(2));
		this.proxy.heal();
		assertThat(brief.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
		assertThat(this.rival.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aLostConnectionMakesTermsUnconfirmed() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.candidate.store().watch(KEY.namespace(), notifications);
		notifications.await("live true");
		this.proxy.refuse();
		notifications.await("disconnected");
	}

	@Test
	void lostWatchIsReportedAndReopened() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.candidate.store().watch(KEY.namespace(), notifications);
		notifications.await("live true");
		this.proxy.refuse();
		notifications.await("live false");
		this.proxy.heal();
		notifications.await("live true");
		this.rival.win("e");
		this.rival.release("e");
		notifications.await("notification e");
	}

	@Test
	void watchIsReopenedOverANewSession() throws Exception {
		TestCandidate brief = candidate("brief", behindProxy(Duration.ofSeconds(2)));
		WatchedNotifications notifications = new WatchedNotifications();
		brief.store().watch(KEY.namespace(), notifications);
		notifications.await("live true");
		brief.win("e");
		this.proxy.blackHole();
		notifications.await("live false");
		Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> records.guardLocks(KEY).isEmpty());
		this.proxy.heal();
		notifications.await("live true");
		this.rival.win("e");
		this.rival.release("e");
		notifications.await("notification e");
	}

	@Test
	void aBatchOfRenewalsIsSentTogether() {
		List<Acquire> acquires = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			acquires.add(new Acquire(TestCandidate.key("b" + i), "candidate", Nonce.random(), LEASE, 0, 0,
					Instant.EPOCH, Map.of()));
		}
		List<Outcome.OfAcquire> granted = this.candidate.store().acquire(acquires, LONG);
		List<Renew> renewals = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			long token = ((Outcome.Granted) granted.get(i)).token();
			renewals.add(new Renew(acquires.get(i).key(), acquires.get(i).nonce(), token));
		}
		long delay = 200;
		this.proxy.delay(Duration.ofMillis(delay), TcpProxy.Direction.TO_SERVER);
		long began = System.nanoTime();
		assertThat(this.candidate.store().renew(renewals, LONG)).hasSize(50)
			.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Granted.class));
		assertThat(Duration.ofNanos(System.nanoTime() - began)).as("one after the other would take 10 s at least")
			.isLessThan(Duration.ofMillis(50 * delay));
	}

	private static <O extends Outcome> O reached(Callable<O> command) {
		return Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.ignoreExceptionsInstanceOf(LeaseStoreException.class)
			.until(command, (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

}
