/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.faults.NetworkFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("server")
@Tag("slow")
class AzureBlobNetworkFaultsIT extends NetworkFaultsContract {

	@AutoClose
	private static final AzuriteServer server = AzuriteServer.openWithSteppedClock();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(AzuriteServer.connectionString(port))).build();
	}

	@Override
	protected Duration lease() {
		return Duration.ofSeconds(60);
	}

	@Override
	protected String server() {
		return "the account 'devstoreaccount1'";
	}

	@Override
	protected AzureCandidate open(String name, int port) {
		return new AzureCandidate(factory(port).open(), name, lease());
	}

	@Test
	void abandonedAttemptDoesNotBlockTheNext() {
		this.candidate.observe(this.election);
		// The blob is created and leased, but the candidate gets no answer
		this.proxy.cutAnswerAfter(1);
		if (this.candidate.acquire(this.election, 0) instanceof Outcome.Unknown) {
			assertThat(this.candidate.acquire(this.election)).as("another nonce").isInstanceOf(Outcome.Granted.class);
		}
		assertThat(this.candidate.renew(this.election)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void releaseWhoseAnswerIsLostLeavesTheBlobWithoutALease() {
		for (int answersBefore = 0; answersBefore < 2; answersBefore++) {
			String election = election();
			this.candidate.win(election);
			this.proxy.cutAnswerAfter(answersBefore);
			this.candidate.release(election);
			assertThat(this.candidate.release(election)).isEqualTo(new Outcome.Released());
			assertThat(BlobRecords.of(server).leaseState(StoreCandidate.key(election))).hasToString("available");
		}
	}

	@Test
	void renewalsOfTwoHundredElectionsRunConcurrently() {
		List<Renew> renewals = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			String election = election();
			this.candidate.win(election);
			renewals.add(this.candidate.renewal(election));
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
