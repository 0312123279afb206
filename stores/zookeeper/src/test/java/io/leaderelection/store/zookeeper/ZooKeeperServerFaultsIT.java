/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.ZooKeeperServer;
import io.leaderelection.servers.faults.ServerFaultsContract;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.SteppedTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Adds servers that lose their records, have no quorum, or refuse the identity of the
 * session.
 */
@Tag("server")
@Tag("slow")
class ZooKeeperServerFaultsIT extends ServerFaultsContract {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Duration SHORT = Duration.ofSeconds(2);

	@AutoClose
	private static final ZooKeeperServer server = ZooKeeperServer.open();

	private final SteppedTime time = SteppedTime.still();

	@Override
	protected TestServer server() {
		return server;
	}

	@Override
	protected LeaseStoreFactory factory() {
		return ZooKeeperLeaseStoreFactory.builder(Loopback.HOST + ":" + server.port())
			.sessionTimeout(Duration.ofSeconds(20))
			.build();
	}

	@Test
	void aWipedServerHasNoRecordsAndTokensStillRise() throws Exception {
		int port = InstanceSpec.getRandomPort();
		String servers = "127.0.0.1:" + port;
		try (TestCandidate leader = open(servers, "leader")) {
			long token;
			try (TestingServer server = new TestingServer(port, true)) {
				token = ((Outcome.Granted) reached(() -> leader.acquire("e"))).token();
				assertThat(server.getConnectString()).isEqualTo(servers);
			}
			try (TestingServer wiped = new TestingServer(port, true)) {
				assertThat(wiped.getPort()).isEqualTo(port);
				assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
				assertThat(((Outcome.Granted) reached(() -> leader.acquire("e"))).token()).isGreaterThan(token);
			}
		}
	}

	@Test
	void lostQuorumGrantsNothingUntilItReturns() throws Exception {
		try (TestingCluster cluster = new TestingCluster(3)) {
			cluster.start();
			try (TestCandidate leader = open(cluster.getConnectString(), "leader");
					TestCandidate follower = open(cluster.getConnectString(), "follower")) {
				long token = ((Outcome.Granted) reached(() -> leader.acquire("e"))).token();
				assertThat(reached(() -> follower.acquire("e"))).isInstanceOf(Outcome.Leased.class);
				List<InstanceSpec> instances = List.copyOf(cluster.getInstances());
				cluster.killServer(instances.get(0));
				cluster.killServer(instances.get(1));
				leader.timeout(SHORT);
				follower.timeout(SHORT);
				Awaitility.await()
					.atMost(TestCandidate.PATIENCE)
					.until(() -> attempt(() -> leader.acquire("other")) instanceof Outcome.Unknown);
				assertThat(attempt(() -> follower.acquire("other"))).isInstanceOf(Outcome.Unknown.class);
				this.time.step(LEASE);
				cluster.restartServer(instances.get(0));
				cluster.restartServer(instances.get(1));
				leader.timeout(TestCandidate.PATIENCE);
				follower.timeout(TestCandidate.PATIENCE);
				assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
				Outcome.Granted next = (Outcome.Granted) reached(() -> follower.acquire("e"));
				assertThat(next.token()).isGreaterThan(token);
			}
		}
	}

	@Test
	void otherIdentityIsRefusedWithARemedy() throws Exception {
		try (TestingServer server = Ensembles.start();
				TestCandidate owner = open(digest(server, "right"), "owner");
				TestCandidate wrong = open(digest(server, "wrong"), "wrong");
				TestCandidate nobody = open(server.getConnectString(), "nobody")) {
			owner.win("e");
			for (TestCandidate refused : List.of(wrong, nobody)) {
				Outcome.Unknown unknown = (Outcome.Unknown) refused.acquire("e", LeaseStore.ABSENT);
				assertThat(unknown.cause()).hasMessageContaining("NOAUTH")
					.hasMessageContaining("leader-election.zookeeper.username")
					.hasMessageNotContaining("canary");
				assertThat(refused.acquire("another")).isInstanceOf(Outcome.Unknown.class);
			}
			assertThat(owner.renew("e")).isInstanceOf(Outcome.Granted.class);
			owner.release("e");
			try (TestCandidate right = open(digest(server, "right"), "right")) {
				assertThat(right.win("e").notBefore()).isZero();
			}
		}
	}

	@Test
	void creatorAclWithoutIdentityIsReported() throws Exception {
		try (TestingServer server = Ensembles.start();
				TestCandidate candidate = open(
						ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).acl(ZooKeeperAcl.CREATOR),
						"candidate")) {
			Outcome.Unknown unknown = (Outcome.Unknown) candidate.acquire("e");
			assertThat(unknown.cause()).hasMessageContaining("leader-election.zookeeper.acl");
		}
	}

	private static ZooKeeperLeaseStoreFactory.Builder digest(TestingServer server, String user) {
		return ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).digest(user, "canary");
	}

	private TestCandidate open(String servers, String name) {
		return open(ZooKeeperLeaseStoreFactory.builder(servers), name);
	}

	private TestCandidate open(ZooKeeperLeaseStoreFactory.Builder builder, String name) {
		return new TestCandidate(builder.sessionTimeout(Duration.ofSeconds(20)).build().open(this.time), name, LEASE);
	}

}
