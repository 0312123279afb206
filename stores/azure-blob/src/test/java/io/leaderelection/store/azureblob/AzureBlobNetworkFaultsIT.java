/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults of the network between a candidate and the service. Another candidate reaches
 * the service directly.
 */
@Tag("server")
@Tag("slow")
class AzureBlobNetworkFaultsIT {

	private static final Duration SHORT = Duration.ofSeconds(1);

	private static AzuriteServer server;

	private BlobRecords records;

	private TcpProxy proxy;

	private TestCandidate candidate;

	private TestCandidate rival;

	@BeforeAll
	static void startServer() {
		server = AzuriteServer.openWithSteppedClock();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void open() {
		this.records = BlobRecords.of(server);
		this.proxy = TcpProxy.to(server.port());
		this.candidate = TestCandidate.open(AzuriteServer.connectionString(this.proxy.port()), "candidate");
		this.rival = TestCandidate.open(server.connectionString(), "rival");
		this.records.client().deleteBlobContainerIfExists(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER);
		this.rival.win("other");
	}

	@AfterEach
	void close() {
		this.candidate.close();
		this.rival.close();
		this.proxy.close();
	}

	@Test
	@DisplayName("Rule 11: a call to a hanging service is unknown at the timeout, whatever the client's retries")
	void rule11HangingServiceIsUnknownAtTheTimeout() {
		this.candidate.win("e");
		this.proxy.blackHole();
		Ticker ticker = Ticker.system();
		long began = ticker.nanos();
		assertThat(this.candidate.timeout(SHORT).renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining("1000 ms")
					.hasMessageContaining("leader-election.operation-timeout"));
		// The client's own retries would take minutes
		assertThat(Duration.ofNanos(ticker.nanos() - began)).isLessThan(Duration.ofSeconds(20));
		assertThat(this.candidate.acquire("hanging")).isInstanceOf(Outcome.Unknown.class);
		assertThat(this.candidate.observe("e")).isInstanceOf(Outcome.Unknown.class);
		assertThat(this.candidate.release("e")).isInstanceOf(Outcome.Unknown.class);
		this.proxy.heal();
		this.candidate.timeout(Duration.ofSeconds(30));
		assertThat(this.candidate.observe("hanging")).isInstanceOf(Outcome.Free.class);
	}

	@Test
	void refusedConnectionIsUnknownAndReported() {
		this.proxy.refuse();
		assertThat(this.candidate.acquire("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining("endpoint"));
		this.proxy.heal();
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void grantWithLostAnswerIsRepeatedByTheSameNonce(int answersBefore) {
		this.candidate.observe("e");
		this.proxy.cutAnswerAfter(answersBefore);
		Outcome.OfAcquire outcome = this.candidate.acquire("e", 0);
		if (outcome instanceof Outcome.Unknown) {
			outcome = this.candidate.repeat("e");
		}
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.notBefore()).isZero());
		assertThat(this.rival.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.candidate()).isEqualTo("candidate"));
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void takeoverWithLostAnswerIsRepeatedByTheSameNonce(int answersBefore) {
		long token = this.rival.win("e").token();
		this.rival.release("e");
		this.candidate.observe("e");
		this.proxy.cutAnswerAfter(answersBefore);
		Outcome.OfAcquire outcome = this.candidate.acquire("e", token);
		if (outcome instanceof Outcome.Unknown) {
			outcome = this.candidate.repeat("e");
		}
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Granted.class, (granted) -> {
			assertThat(granted.notBefore()).isZero();
			assertThat(granted.token()).isGreaterThan(token);
		});
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void aRenewalWhoseAnswerIsLostIsRepeated(int answersBefore) {
		long token = this.candidate.win("e").token();
		this.proxy.cutAnswerAfter(answersBefore);
		this.candidate.renew("e");
		assertThat(this.candidate.renewWhenReached("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(token));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void aReleaseWhoseAnswerIsLostIsRepeated(int answersBefore) {
		long token = this.candidate.win("e").token();
		this.proxy.cutAnswerAfter(answersBefore);
		this.candidate.release("e");
		assertThat(this.candidate.release("e")).isEqualTo(new Outcome.Released());
		assertThat(this.rival.observe("e")).isEqualTo(new Outcome.Free(token, true));
		assertThat(this.records.leaseState(TestCandidate.key("e"))).hasToString("available");
		assertThat(this.rival.win("e").notBefore()).isZero();
	}

	@Test
	void abandonedAttemptDoesNotBlockTheNext() {
		this.candidate.observe("e");
		// The blob is created and leased, but the candidate gets no answer
		this.proxy.cutAnswerAfter(1);
		if (this.candidate.acquire("e", 0) instanceof Outcome.Unknown) {
			assertThat(this.candidate.acquire("e")).as("another nonce").isInstanceOf(Outcome.Granted.class);
		}
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void lateAcquireDoesNotChangeALaterTerm() {
		this.candidate.observe("e");
		this.proxy.blackHole(TcpProxy.Direction.TO_SERVER);
		assertThat(this.candidate.timeout(SHORT).acquire("e")).isInstanceOf(Outcome.Unknown.class);
		Outcome.Granted won = this.rival.win("e");
		this.proxy.heal();
		this.candidate.timeout(Duration.ofSeconds(30));
		assertThat(this.candidate.observe("e")).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.token()).isEqualTo(won.token()));
		assertThat(this.rival.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void renewalTakesTwoCalls() {
		this.candidate.win("e");
		long before = this.proxy.roundTrips();
		assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.proxy.roundTrips() - before).isEqualTo(2);
	}

	@Test
	void renewalsOfTwoHundredElectionsRunConcurrently() {
		List<Renew> renewals = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			this.candidate.win("many-" + i);
			renewals.add(this.candidate.renewal("many-" + i));
		}
		Ticker ticker = Ticker.system();
		long best = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			long before = this.proxy.roundTrips();
			long began = ticker.nanos();
			assertThat(this.candidate.store().renew(renewals, Duration.ofSeconds(30)))
				.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Granted.class));
			best = Math.min(best, ticker.nanos() - began);
			assertThat(this.proxy.roundTrips() - before).isEqualTo(400);
		}
		System.out.printf("MEASURED: azure-blob, renewals of 200 elections through a proxy: %d ms%n", best / 1_000_000);
	}

}
