/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.PreferenceTraffic;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests network faults between a candidate and Redis. Another candidate reaches the
 * server directly.
 */
@Tag("slow")
class RedisNetworkFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static RedisServer server;

	private static RedisRecords records;

	private TcpProxy proxy;

	private TestCandidate candidate;

	private TestCandidate rival;

	@BeforeAll
	static void startServer() {
		server = RedisServer.open();
		records = RedisRecords.of(RedisURI.create(Loopback.HOST, server.port()));
	}

	@AfterAll
	static void stopServer() {
		records.close();
		server.close();
	}

	@BeforeEach
	void open() {
		records.commands().flushall();
		this.proxy = TcpProxy.to(server.port());
		this.candidate = open("candidate", this.proxy.port());
		this.rival = open("rival", server.port());
	}

	private static TestCandidate open(String name, int port) {
		return new TestCandidate(factory(port).open(), name, LEASE);
	}

	private static LeaseStoreFactory factory(int port) {
		RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, port));
		return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build();
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
		PreferenceTraffic.assertNothingIsSentWithoutAPreference(this.proxy, factory(this.proxy.port()), this.candidate);
	}

	@Test
	void checkpointIsSentAgainAfterALostAnswer() {
		CheckpointTraffic.assertLostAnswerIsAskedForAgain(this.proxy, this.candidate);
	}

	@Test
	void blackHoleTimesOutAndIsReplaced() {
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
	void lateAcquireChangesNothing() {
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
	void lostAnswerIsRepeatedForTheSameNonce() {
		this.candidate.observe("e");
		this.proxy.cutNextAnswer();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.acquire("e"));
		Outcome.Leased held = (Outcome.Leased) this.rival.acquire("e");
		assertThat(held.candidate()).isEqualTo("candidate");
		Outcome.OfAcquire repeated = this.candidate.repeat("e");
		assertThat(((Outcome.Granted) repeated).token()).isEqualTo(held.token());
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void commandsOfALostConnectionAreNotSentAgain() {
		this.candidate.win("e");
		this.candidate.renew("e");
		long before = scriptCalls();
		for (int i = 0; i < 5; i++) {
			this.proxy.cutNextAnswer();
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.renew("e"));
			// Connects again, so that commands would be sent again now
			assertThat(this.candidate.observe("e")).isInstanceOf(Outcome.Leased.class);
		}
		assertThat(scriptCalls() - before).as("scripts run for 5 renewals and 5 observations").isEqualTo(10);
	}

	@Test
	void answerAfterTheTimeoutIsDropped() {
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
	void aSlowServerIsWaitedFor() {
		this.candidate.observe("e");
		this.proxy.delay(Duration.ofSeconds(1), TcpProxy.Direction.TO_SERVER);
		assertThat(this.candidate.timeout(LEASE).acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void resetOfAnIdleConnectionHasNoEffect() {
		this.candidate.win("e");
		this.proxy.reset();
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aRefusedConnectionFailsAtOnceAndNamesTheServer() {
		this.proxy.refuse();
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.candidate.acquire("e"))
			.withMessageContaining(Loopback.HOST + ":" + this.proxy.port());
		this.proxy.heal();
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void subscriptionReportsItsEndAndReconnects() throws Exception {
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
	void subscriptionInABlackHoleIsDetected() throws Exception {
		WatchedNotifications notifications = new WatchedNotifications();
		this.candidate.store().watch(TestCandidate.key("e").namespace(), notifications);
		notifications.await("live true");
		this.proxy.blackHole();
		notifications.await("live false");
		this.proxy.heal();
		notifications.await("live true");
	}

	private static long scriptCalls() {
		Matcher calls = Pattern.compile("cmdstat_evalsha:calls=(\\d+)")
			.matcher(records.commands().info("commandstats"));
		assertThat(calls.find()).isTrue();
		return Long.parseLong(calls.group(1));
	}

}
