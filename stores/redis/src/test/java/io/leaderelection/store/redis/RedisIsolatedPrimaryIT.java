/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.lettuce.core.RedisURI;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a partition with the primary and the leader on one side. On the other side the
 * replica is promoted, and another candidate contends there.
 */
@Tag("server")
@Tag("slow")
class RedisIsolatedPrimaryIT {

	private static final ElectionTiming TIMING = ElectionTiming.builder().lease(Duration.ofSeconds(5)).build();

	private static final int LEASES = 3;

	@Test
	void withWaitReplicasTheOldLeaderStopsByItsDeadline() {
		try (Partition partition = new Partition(1)) {
			partition.begin();
			// The first grant of the new primary is later than the deadline of the old
			// leader
			await().until(() -> {
				boolean rivalLeads = partition.rival.isLeader();
				assertThat(rivalLeads && partition.leader.isLeader()).as("two leaders").isFalse();
				return rivalLeads;
			});
			assertThat(partition.former.isValid()).isFalse();
			assertThat(partition.rival.leadership().orElseThrow().fencingToken())
				.isGreaterThan(partition.former.fencingToken());
		}
	}

	@Test
	void minReplicasToWriteEndsTheFormerTerm() {
		try (Partition partition = new Partition(0, "--min-replicas-to-write", "1", "--min-replicas-max-lag", "1")) {
			partition.begin();
			await().until(partition.rival::isLeader);
			await().until(() -> !partition.former.isValid());
			assertThat(partition.leader.isLeader()).isFalse();
			assertThat(partition.rival.isLeader()).isTrue();
		}
	}

	/** The documented behaviour, which is not desirable. */
	@Test
	void twoLeadDuringAPartitionWithoutWaitReplicas() {
		try (Partition partition = new Partition(0)) {
			partition.begin();
			long end = System.nanoTime() + TIMING.lease().multipliedBy(LEASES).toNanos();
			await().until(partition.rival::isLeader);
			await()
				.until(() -> System.nanoTime() - end > 0 && partition.leader.isLeader() && partition.rival.isLeader());
			assertThat(partition.rival.leadership().orElseThrow().fencingToken()).as("the distinguishing token")
				.isGreaterThan(partition.former.fencingToken());
		}
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(TestCandidate.PATIENCE).pollInterval(Duration.ofMillis(10));
	}

	private static RedisServer replicaOf(RedisServer primary) {
		RedisServer replica = RedisServer.open("--replicaof", Loopback.HOST + " " + primary.port(),
				"--repl-diskless-sync-delay", "0");
		await().until(() -> AdminConnections.to(primary).info("replication").contains("state=online"));
		return replica;
	}

	/** The leader reaches only the old primary, the other candidate only the replica. */
	private static final class Partition implements AutoCloseable {

		private final int waitReplicas;

		private final RedisServer primary;

		private final RedisServer replica;

		private final RedisServer furtherReplica = RedisServer.open();

		private final ElectionEngine isolated;

		private final ElectionEngine others;

		private final LeaderElection leader;

		private final LeaderElection rival;

		private final Leadership former;

		Partition(int waitReplicas, String... optionsOfThePrimary) {
			this.waitReplicas = waitReplicas;
			this.primary = RedisServer.open(optionsOfThePrimary);
			this.replica = replicaOf(this.primary);
			this.isolated = engine(this.primary);
			this.others = engine(this.replica);
			this.leader = this.isolated.join("e").election();
			this.rival = this.others.join("e").election();
			this.isolated.start();
			await().until(this.leader::isLeader);
			this.former = this.leader.leadership().orElseThrow();
			// The replica has received the term
			await().until(() -> AdminConnections.to(this.replica).exists(record()) > 0);
		}

		void begin() {
			AdminConnections.to(this.replica).replicaofNoOne();
			AdminConnections.to(this.furtherReplica).replicaof(Loopback.HOST, this.replica.port());
			await().until(() -> AdminConnections.to(this.replica).info("replication").contains("state=online"));
			this.others.start();
		}

		private ElectionEngine engine(RedisServer server) {
			RedisLeaseStoreFactory factory = RedisLeaseStoreFactory
				.builder(RedisTarget.of(RedisURI.create(Loopback.HOST, server.port())))
				.assumeFresh(true)
				.waitReplicas(this.waitReplicas)
				.build();
			return ElectionEngineBuilder.of(factory.open(), factory.traits())
				.namespace("orders")
				.timing(TIMING)
				.build();
		}

		private static String record() {
			return RedisRecords.name(TestCandidate.key("e"));
		}

		@Override
		public void close() {
			this.isolated.close();
			this.others.close();
			this.furtherReplica.close();
			this.replica.close();
			this.primary.close();
		}

	}

}
