/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.concurrent.Callable;

import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisSentinel;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import io.lettuce.core.RedisURI;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests failovers by Sentinel, by the cluster and by hand, with and without a lost write.
 */
@Tag("slow")
class RedisFailoverIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	@Test
	void aTermOutlivesAFailoverBySentinel() throws Exception {
		try (RedisServer primary = RedisServer.open(); RedisServer replica = replicaOf(primary.port())) {
			awaitReplica(primary);
			try (RedisSentinel sentinel = RedisSentinel.open("orders", primary)) {
				await(() -> AdminConnections.infoOf(sentinel).contains("slaves=1"));
				RedisTarget target = RedisTarget
					.of(RedisURI.Builder.sentinel(Loopback.HOST, sentinel.port(), "orders").build());
				try (TestCandidate leader = open(target, "leader"); TestCandidate follower = open(target, "follower")) {
					WatchedNotifications notifications = follower.watch();
					Outcome.Granted granted = leader.win("e");
					awaitCaughtUp(replica);
					primary.kill();
					notifications.await("live false");
					Outcome.OfRenew renewed = leader.renewWhenReached("e");
					assertThat(renewed).isInstanceOfSatisfying(Outcome.Granted.class,
							(it) -> assertThat(it.token()).isEqualTo(granted.token()));
					assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
					notifications.await("live true");
					leader.release("e");
					notifications.await("notification e");
				}
			}
		}
	}

	@Test
	void lostWriteLeavesTwoTermsWithDifferentTokens() {
		try (RedisServer primary = RedisServer.open();
				TcpProxy replication = TcpProxy.to(primary.port());
				RedisServer replica = replicaOf(replication.port());
				TcpProxy clients = TcpProxy.to(primary.port())) {
			awaitReplica(primary);
			RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, clients.port()));
			try (TestCandidate leader = open(target, "leader"); TestCandidate successor = open(target, "successor")) {
				replication.lose();
				Outcome.Granted lost = leader.win("e");
				assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
				primary.kill();
				AdminConnections.to(replica).replicaofNoOne();
				clients.redirect(replica.port());
				clients.reset();
				// Not guaranteed: the former leader considers itself the leader until its
				// next renewal
				Outcome.Granted next = winWhenReached(successor);
				assertThat(next.token()).isGreaterThan(lost.token());
				assertThat(leader.renewWhenReached("e")).isEqualTo(new Outcome.Lost());
			}
		}
	}

	@Test
	void withWaitReplicasAGrantThatNoReplicaHasIsUnknown() {
		try (RedisServer primary = RedisServer.open(); RedisServer replica = replicaOf(primary.port())) {
			awaitReplica(primary);
			RedisTarget target = RedisTarget.of(RedisURI.create(Loopback.HOST, primary.port()));
			RedisLeaseStoreFactory factory = RedisLeaseStoreFactory.builder(target)
				.assumeFresh(true)
				.waitReplicas(1)
				.build();
			try (TestCandidate leader = new TestCandidate(factory.open(), "leader", LEASE)) {
				leader.timeout(Duration.ofSeconds(20)).win("e");
				assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
				replica.freeze();
				leader.timeout(Duration.ofSeconds(1));
				assertThat(leader.renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
						(unknown) -> assertThat(unknown.cause())
							.hasMessageContaining("leader-election.redis.wait-replicas"));
				assertThat(leader.acquire("other")).isInstanceOf(Outcome.Unknown.class);
				replica.thaw();
				leader.timeout(Duration.ofSeconds(20));
				assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
				assertThat(leader.repeat("other")).isInstanceOf(Outcome.Granted.class);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void aTermOutlivesTheDeathOfItsNodeInACluster(int waitReplicas) throws Exception {
		try (RedisCluster cluster = RedisCluster.withReplicas()) {
			RedisLeaseStoreFactory factory = RedisLeaseStoreFactory.builder(RedisTarget.cluster(cluster.uris()))
				.assumeFresh(true)
				.waitReplicas(waitReplicas)
				.build();
			try (TestCandidate leader = new TestCandidate(factory.open(), "leader", LEASE);
					TestCandidate follower = new TestCandidate(factory.open(), "follower", LEASE)) {
				Outcome.Granted granted = leader.win("e");
				String key = new RedisKeys(RedisRecords.PREFIX).record(TestCandidate.key("e"));
				awaitCaughtUp(cluster.replicaOfOwner(key));
				cluster.owner(key).kill();
				if (waitReplicas > 0) {
					await(() -> AdminConnections.to(cluster.replicaOfOwner(key))
						.info("replication")
						.contains("role:master"));
					// Restarts as the replica of its former replica
					cluster.owner(key).start();
				}
				leader.timeout(Duration.ofSeconds(2));
				assertThat(leader.renewWhenReached("e")).isInstanceOfSatisfying(Outcome.Granted.class,
						(it) -> assertThat(it.token()).isEqualTo(granted.token()));
				WatchedNotifications notifications = follower.watch();
				leader.release("e");
				notifications.await("notification e");
				assertThat(winWhenReached(follower).token()).isGreaterThan(granted.token());
			}
		}
	}

	private static Outcome.Granted winWhenReached(TestCandidate candidate) {
		return (Outcome.Granted) Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.ignoreExceptionsInstanceOf(LeaseStoreException.class)
			.until(() -> candidate.acquire("e"), Outcome.Granted.class::isInstance);
	}

	private static TestCandidate open(RedisTarget target, String name) {
		return new TestCandidate(RedisStoreContract.factory(target).open(), name, LEASE).timeout(Duration.ofSeconds(3));
	}

	private static RedisServer replicaOf(int port) {
		return RedisServer.open("--replicaof", Loopback.HOST + " " + port, "--repl-diskless-sync-delay", "0");
	}

	private static void awaitReplica(RedisServer primary) {
		await(() -> AdminConnections.to(primary).info("replication").contains("state=online"));
	}

	// Queries the replica, because WAIT counts only writes of its own connection
	private static void awaitCaughtUp(RedisServer replica) {
		String record = RedisRecords.name(TestCandidate.key("e"));
		await(() -> AdminConnections.to(replica).keys("*").contains(record));
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(TestCandidate.PATIENCE).until(condition);
	}

}
