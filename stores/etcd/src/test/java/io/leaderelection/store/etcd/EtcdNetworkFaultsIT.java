/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.PreferenceTraffic;
import io.leaderelection.store.Outcome;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

/**
 * Faults of the network between a candidate and etcd. Another candidate reaches the
 * server directly.
 */
@Tag("server")
@Tag("slow")
class EtcdNetworkFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SHORT = Duration.ofSeconds(1);

	/** How long an answer that is to be lost is under way. */
	private static final Duration ANSWER_DELAY = Duration.ofMillis(500);

	private static final int MAX_CALLS = 20;

	private static EtcdServer server;

	private static EtcdAdmin admin;

	private TcpProxy proxy;

	private TestCandidate candidate;

	private TestCandidate rival;

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
		this.proxy = TcpProxy.to(server.port());
		this.candidate = open("candidate", "http://127.0.0.1:" + this.proxy.port());
		this.rival = open("rival", server.endpoint());
	}

	private static TestCandidate open(String name, String endpoint) {
		return new TestCandidate(EtcdContractIT.factory(endpoint, Ticker.system()).open(), name, LEASE);
	}

	@AfterEach
	void close() {
		this.candidate.close();
		this.rival.close();
		this.proxy.close();
	}

	@Test
	void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	void nothingIsSentWithoutAPreference() {
		PreferenceTraffic.assertNothingIsSentWithoutAPreference(this.proxy,
				EtcdContractIT.factory("http://127.0.0.1:" + this.proxy.port(), Ticker.system()), this.candidate);
	}

	@Test
	void blackHoleEndsAtTheTimeoutAndReconnects() {
		this.candidate.win("e");
		this.proxy.blackHole();
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> this.candidate.timeout(SHORT).renew("e"));
		}
		this.proxy.heal();
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void lateAcquireDoesNotChangeALaterTerm() {
		this.candidate.observe("e");
		this.proxy.blackHole(TcpProxy.Direction.TO_SERVER);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.candidate.timeout(SHORT).acquire("e"));
		Outcome.Granted won = this.rival.win("e");
		this.rival.release("e");
		this.proxy.heal();
		this.candidate.timeout(LEASE);
		assertThat(this.candidate.observe("e")).isEqualTo(new Outcome.Free(won.token(), true));
	}

	@Test
	void grantWithLostAnswerIsRepeatedByTheSameNonce() {
		loseAnswer(() -> this.candidate.acquire("e"), () -> {
			admin.deleteRecord(TestCandidate.key("e"));
			admin.deleteLock(TestCandidate.key("e"));
		});
		Outcome.Leased leased = (Outcome.Leased) this.rival.acquire("e");
		assertThat(leased.candidate()).isEqualTo("candidate");
		Outcome.OfAcquire repeated = this.candidate.repeat("e");
		assertThat(((Outcome.Granted) repeated).token()).isEqualTo(leased.token());
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aRenewalWhoseAnswerIsLostIsRepeated() {
		long token = this.candidate.win("e").token();
		loseAnswer(() -> this.candidate.renew("e"), () -> {
		});
		assertThat(((Outcome.Granted) this.candidate.renew("e")).token()).isEqualTo(token);
	}

	@Test
	void aReleaseWhoseAnswerIsLostIsRepeated() {
		long token = this.candidate.win("e").token();
		loseAnswer(() -> this.candidate.release("e"), () -> {
		});
		assertThat(this.candidate.release("e")).isEqualTo(new Outcome.Released());
		assertThat(this.rival.observe("e")).isEqualTo(new Outcome.Free(token, true));
	}

	/**
	 * Makes a call, and resets the connection after the server has carried out the
	 * request but before its answer arrives. Repeats the call if the answer arrived
	 * first.
	 */
	private void loseAnswer(Supplier<Outcome> call, Runnable undo) {
		for (int i = 0; i < MAX_CALLS; i++) {
			ByteString before = value();
			this.proxy.delay(ANSWER_DELAY, TcpProxy.Direction.TO_CLIENT);
			CompletableFuture<Outcome> answer = CompletableFuture.supplyAsync(call);
			Awaitility.await()
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(5))
				.atMost(TestCandidate.PATIENCE)
				.until(() -> answer.isDone() || !before.equals(value()));
			this.proxy.reset();
			this.proxy.heal();
			try {
				assertThat(answer.join()).isNotNull();
				undo.run();
			}
			catch (CompletionException ex) {
				assertThat(ex).hasCauseInstanceOf(LeaseStoreException.class);
				assertThat(value()).isNotEqualTo(before);
				return;
			}
		}
		fail("No answer was lost after the server had carried out the request");
	}

	private static ByteString value() {
		KeyValue record = admin.record(TestCandidate.key("e"));
		return (record != null) ? record.getValue() : ByteString.EMPTY;
	}

	@Test
	void anAnswerThatComesAfterTheTimeoutIsDropped() {
		this.candidate.observe("e");
		this.proxy.delay(Duration.ofSeconds(2), TcpProxy.Direction.TO_CLIENT);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.candidate.timeout(Duration.ofMillis(200)).acquire("e"))
			.withMessageContaining("200 ms")
			.withMessageContaining("leader-election.operation-timeout");
		this.proxy.heal();
		this.candidate.timeout(LEASE);
		assertThat(this.candidate.repeat("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void renewalSucceedsAfterAResetOfAnIdleConnection() {
		this.candidate.win("e");
		this.proxy.reset();
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aRefusedConnectionFailsAtOnceAndNamesTheServer() {
		this.proxy.refuse();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.acquire("e"))
			.withMessageContaining(Loopback.HOST + ":" + this.proxy.port())
			.withMessageContaining("leader-election.etcd.endpoints");
		this.proxy.heal();
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void endpointWithoutEtcdFails() throws Exception {
		try (java.net.ServerSocket socket = new java.net.ServerSocket(0);
				TestCandidate lost = open("lost", "http://127.0.0.1:" + socket.getLocalPort())) {
			assertThatExceptionOfType(LeaseStoreException.class).as("accepts connections, but never answers")
				.isThrownBy(() -> lost.timeout(SHORT).acquire("e"))
				.withMessageContaining("leader-election.etcd.endpoints");
		}
		try (TestCandidate lost = open("lost", "http://no-such-host.invalid:2379")) {
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> lost.acquire("e"))
				.withMessageContaining("no-such-host.invalid");
		}
	}

	@Test
	void lostWatchIsReportedAndReopened() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.candidate.store().watch(TestCandidate.key("e").namespace(), notifications);
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
	void watchInABlackHoleIsReportedAsLost() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.candidate.store().watch(TestCandidate.key("e").namespace(), notifications);
		notifications.await("live true");
		this.proxy.blackHole();
		notifications.await("live false");
		this.proxy.heal();
		notifications.await("live true");
	}

}
