/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.EtcdCluster;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Faults of single servers of a cluster.
 */
@Tag("server")
@Tag("slow")
class EtcdClusterFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private EtcdCluster cluster;

	private TestCandidate leader;

	@BeforeEach
	void start() {
		this.cluster = EtcdCluster.open();
		List<URI> endpoints = this.cluster.members().stream().map((member) -> URI.create(member.endpoint())).toList();
		this.leader = new TestCandidate(EtcdLeaseStoreFactory.builder(EtcdTarget.of(endpoints)).build().open(),
				"leader", LEASE);
	}

	@AfterEach
	void stop() {
		this.leader.close();
		this.cluster.close();
	}

	@Test
	void lostQuorumIsUnknownUntilItReturns() throws Exception {
		WatchedNotifications notifications = this.leader.watch();
		long token = this.leader.win("e").token();
		List<EtcdServer> lost = this.cluster.members().subList(1, 3);
		lost.forEach(EtcdServer::kill);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.leader.timeout(Duration.ofSeconds(1)).renew("e"));
		notifications.await("live false");
		this.cluster.start(lost);
		this.leader.timeout(Duration.ofSeconds(5));
		assertThat(this.leader.renewWhenReached("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(token));
		notifications.await("live true");
	}

	@Test
	void deadServerIsReplacedByAnother() {
		this.leader.win("e");
		this.cluster.members().get(0).kill();
		assertThat(this.leader.timeout(Duration.ofSeconds(5)).renewWhenReached("e"))
			.isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void frozenServerIsReplacedByAnother() {
		this.leader.win("e");
		this.cluster.members().get(0).freeze();
		assertThat(this.leader.timeout(Duration.ofSeconds(2)).renewWhenReached("e"))
			.isInstanceOf(Outcome.Granted.class);
	}

}
