/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Restarts and pauses of the service, by the clock of this machine.
 */
@Tag("server")
@Tag("slow")
class AzureBlobRestartIT extends ServerFaultsContract {

	@AutoClose
	private static final AzuriteServer server = AzuriteServer.openWithData();

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return factory(server);
	}

	private static LeaseStoreFactory factory(AzuriteServer server) {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server.connectionString())).build();
	}

	/** The emulator does not keep the data of the last seconds if it is killed. */
	@Override
	protected void end() {
		server.stop();
	}

	@Override
	protected Duration lease() {
		return Duration.ofSeconds(60);
	}

	@Override
	protected Duration shortLease() {
		return AzureCandidate.LEASE;
	}

	@Override
	protected AzureCandidate open(String name, Duration lease) {
		return new AzureCandidate(factory().open(), name, lease);
	}

	/**
	 * After its start the emulator treats all leases as expired, as if they were broken
	 * by hand. By its record the term may still be valid.
	 */
	@Override
	@Test
	@DisplayName("After a restart of the emulator the successor waits for the rest of the lease")
	protected void restartShorterThanTheLeaseKeepsTheTerm() {
		this.leader.win(this.election);
		end();
		assertThat(this.leader.renew(this.election)).isInstanceOf(Outcome.Unknown.class);
		server.start();
		assertThat(this.leader.renewWhenReached(this.election)).isEqualTo(new Outcome.Lost());
		assertThat(this.rival.win(this.election).notBefore()).isPositive();
	}

	@Test
	void restartWithoutDataEndsTheTerm() {
		try (AzuriteServer own = AzuriteServer.open();
				AzureCandidate leader = new AzureCandidate(factory(own).open(), "leader", AzureCandidate.LEASE)) {
			long token = leader.win("e").token();
			own.kill();
			own.start();
			assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			assertThat(leader.win("e").token()).isGreaterThan(token);
		}
	}

}
