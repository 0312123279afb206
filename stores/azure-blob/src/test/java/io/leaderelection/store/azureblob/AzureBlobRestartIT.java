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
 * A service that goes away, by the clock of this machine.
 */
@Tag("server")
class AzureBlobRestartIT {

	@Test
	void aRestartShorterThanTheLeaseIsSurvivedAndALongerOneEndsTheTerm() {
		try (AzuriteServer server = AzuriteServer.openWithData();
				TestCandidate leader = open(server, "leader", Duration.ofSeconds(60));
				TestCandidate rival = open(server, "rival", TestCandidate.LEASE)) {
			long token = leader.win("long").token();
			rival.win("short");
			server.stop();
			assertThat(leader.renew("long")).isInstanceOf(Outcome.Unknown.class);
			assertThat(leader.observe("long")).isInstanceOf(Outcome.Unknown.class);
			awaitEndOf(TestCandidate.LEASE);
			server.start();
			assertThat(leader.renewWhenReached("long")).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> assertThat(granted.token()).isEqualTo(token));
			assertThat(rival.acquire("long")).isInstanceOf(Outcome.Held.class);
			assertThat(rival.renewWhenReached("short")).isEqualTo(new Outcome.Lost());
			assertThat(leader.win("short").notBefore()).isZero();
		}
	}

	@Test
	void aRestartThatLosesEverythingIsLostAndStartsAnew() {
		try (AzuriteServer server = AzuriteServer.open();
				TestCandidate leader = open(server, "leader", TestCandidate.LEASE)) {
			long token = leader.win("e").token();
			server.kill();
			server.start();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			assertThat(leader.win("e").token()).isGreaterThan(token);
		}
	}

	@Test
	void aFrozenServiceIsUnknownAndFoundAgain() {
		try (AzuriteServer server = AzuriteServer.open();
				TestCandidate leader = open(server, "leader", Duration.ofSeconds(60))) {
			leader.win("e");
			server.freeze();
			assertThat(leader.timeout(Duration.ofSeconds(1)).renew("e")).isInstanceOf(Outcome.Unknown.class);
			server.thaw();
			leader.timeout(Duration.ofSeconds(10));
			assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	private static TestCandidate open(AzuriteServer server, String name, Duration lease) {
		return new TestCandidate(
				AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build().open(), name,
				lease);
	}

	private static void awaitEndOf(Duration lease) {
		Ticker ticker = Ticker.system();
		long began = ticker.nanos();
		long seconds = lease.toSeconds() + 2;
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> ticker.nanos() - began > TimeUnit.SECONDS.toNanos(seconds));
	}

}
