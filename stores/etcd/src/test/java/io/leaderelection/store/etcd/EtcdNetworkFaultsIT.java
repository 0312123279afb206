/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.ServerSocket;
import java.time.Duration;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.NotificationFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("server")
@Tag("slow")
class EtcdNetworkFaultsIT extends NotificationFaultsContract {

	private static final String ENDPOINTS = "leader-election.etcd.endpoints";

	@AutoClose
	private static final EtcdServer server = EtcdServer.open();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return EtcdContractIT.factory("http://127.0.0.1:" + port, Ticker.system());
	}

	@Test
	void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	void failuresNameThePropertyOfTheEndpoints() throws Exception {
		this.proxy.refuse();
		assertThat(failure(() -> this.candidate.acquire(this.election))).hasMessageContaining(ENDPOINTS);
		try (ServerSocket socket = new ServerSocket(0);
				StoreCandidate lost = candidate("http://127.0.0.1:" + socket.getLocalPort())) {
			assertThat(failure(() -> lost.timeout(Duration.ofSeconds(1)).acquire(this.election)))
				.as("accepts connections, but never answers")
				.hasMessageContaining(ENDPOINTS);
		}
		try (StoreCandidate lost = candidate("http://no-such-host.invalid:2379")) {
			assertThat(failure(() -> lost.acquire(this.election))).hasMessageContaining("no-such-host.invalid");
		}
	}

	private StoreCandidate candidate(String endpoint) {
		return new StoreCandidate(EtcdContractIT.factory(endpoint, Ticker.system()).open(), "lost", lease());
	}

}
