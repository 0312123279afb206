/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Restarts and pauses of the service, by the clock of this machine.
 */
@Tag("server")
@Tag("slow")
class AzureBlobRestartIT {

	@Test
	void aRestartShorterThanTheLeaseMakesNoSecondLeader() {
		try (AzuriteServer server = AzuriteServer.openWithData();
				AzureCandidate leader = open(server, "leader", Duration.ofSeconds(60));
				AzureCandidate rival = open(server, "rival", AzureCandidate.LEASE)) {
			leader.win("e");
			server.stop();
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Unknown.class);
			server.start();
			// After its start the emulator treats all leases as expired, as if they were
			// broken by hand. By its record the term may still be valid
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			assertThat(rival.win("e").notBefore()).isPositive();
		}
	}

	@Test
	void longRestartEndsTheTermAndCostsNothingMore() {
		try (AzuriteServer server = AzuriteServer.openWithData();
				AzureCandidate leader = open(server, "leader", AzureCandidate.LEASE);
				AzureCandidate rival = open(server, "rival", AzureCandidate.LEASE)) {
			long token = leader.win("e").token();
			server.stop();
			assertThat(rival.acquire("e")).isInstanceOf(Outcome.Unknown.class);
			awaitEndOf(AzureCandidate.LEASE);
			server.start();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			Outcome.Granted next = rival.win("e");
			assertThat(next.token()).isGreaterThan(token);
			assertThat(next.notBefore()).isZero();
		}
	}

	@Test
	void restartWithoutDataEndsTheTerm() {
		try (AzuriteServer server = AzuriteServer.open();
				AzureCandidate leader = open(server, "leader", AzureCandidate.LEASE)) {
			long token = leader.win("e").token();
			server.kill();
			server.start();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			assertThat(leader.win("e").token()).isGreaterThan(token);
		}
	}

	@Test
	void frozenServiceIsUnknownUntilItThaws() {
		try (AzuriteServer server = AzuriteServer.open();
				AzureCandidate leader = open(server, "leader", Duration.ofSeconds(60))) {
			leader.win("e");
			server.freeze();
			assertThat(leader.timeout(Duration.ofSeconds(1)).renew("e")).isInstanceOf(Outcome.Unknown.class);
			server.thaw();
			leader.timeout(Duration.ofSeconds(10));
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	private static AzureCandidate open(AzuriteServer server, String name, Duration lease) {
		return new AzureCandidate(
				AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build().open(), name,
				lease);
	}

	private static void awaitEndOf(Duration lease) {
		Ticker ticker = Ticker.system();
		long began = ticker.nanos();
		long seconds = lease.toSeconds() + 2;
		Awaitility.await()
			.atMost(AzureCandidate.PATIENCE)
			.until(() -> ticker.nanos() - began > TimeUnit.SECONDS.toNanos(seconds));
	}

}
