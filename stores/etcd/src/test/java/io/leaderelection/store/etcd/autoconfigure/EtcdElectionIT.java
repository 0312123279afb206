/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.EtcdServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications that elect over a real etcd.
 */
@Tag("server")
class EtcdElectionIT {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private EtcdServer server;

	private ApplicationContextRunner runner;

	@BeforeEach
	void startServer() {
		this.server = EtcdServer.open();
		this.runner = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(EtcdLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders",
					"leader-election.etcd.endpoints=" + this.server.endpoint(), "leader-election.lease-duration=1m");
	}

	@AfterEach
	void stopServer() {
		this.server.close();
	}

	@Test
	void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		this.runner.run((one) -> this.runner.run((two) -> {
			LeaderElection first = one.getBean(LeaderElections.class).get("default");
			LeaderElection second = two.getBean(LeaderElections.class).get("default");
			assertThat(one.getBean(LeaderElections.class).backend().type()).isEqualTo("etcd");
			await().atMost(PATIENCE)
				.until(() -> (first.isLeader() || second.isLeader()) && first.leader().isPresent()
						&& second.leader().isPresent());
			assertThat(first.isLeader()).isNotEqualTo(second.isLeader());
			LeaderElection leader = first.isLeader() ? first : second;
			LeaderElection follower = first.isLeader() ? second : first;
			leader.stepDown();
			await().atMost(PATIENCE).until(follower::isLeader);
			assertThat(leader.isLeader()).isFalse();
			((follower == first) ? one : two).close();
			await().atMost(PATIENCE).until(leader::isLeader);
		}));
	}

	@Test
	void anOutageLongerThanTheLeaseEndsTheTermAndOneLeadsAfterwards() {
		ApplicationContextRunner hurried = this.runner.withPropertyValues("leader-election.lease-duration=3s",
				"leader-election.retry-interval=500ms");
		hurried.run((one) -> hurried.run((two) -> {
			LeaderElection first = one.getBean(LeaderElections.class).get("default");
			LeaderElection second = two.getBean(LeaderElections.class).get("default");
			await().atMost(PATIENCE).until(() -> first.isLeader() || second.isLeader());
			this.server.stop();
			await().atMost(PATIENCE).until(() -> !first.isLeader() && !second.isLeader());
			this.server.start();
			await().atMost(PATIENCE).until(() -> {
				boolean firstLeads = first.isLeader();
				boolean secondLeads = second.isLeader();
				assertThat(firstLeads && secondLeads).isFalse();
				return firstLeads || secondLeads;
			});
		}));
	}

	@Test
	void aServerThatIsDownAtTheStartIsAskedUntilItAnswers() {
		this.server.stop();
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			assertThat(election.isLeader()).isFalse();
			this.server.start();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	void electionsShareOneLeaseSoTheirDurationsMustNotDiffer() {
		this.runner.withPropertyValues("leader-election.elections.other.lease-duration=2m")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void aThousandElectionsAddNoThreads() {
		String[] names = new String[1000];
		for (int i = 0; i < names.length; i++) {
			names[i] = "leader-election.elections.e" + i + ".lease-duration=1m";
		}
		this.runner.withPropertyValues(names).run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			await().atMost(PATIENCE).until(() -> leading(elections, names.length));
			List<String> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.map(Thread::getName)
				.filter((name) -> name.startsWith("leader-election") || name.startsWith("grpc"))
				.sorted()
				.toList();
			System.out.println("MEASURED: etcd, 1000 elections led, threads: " + threads);
			assertThat(threads).hasSizeLessThanOrEqualTo(8 + 2 * Runtime.getRuntime().availableProcessors());
		});
	}

	private static boolean leading(LeaderElections elections, int count) {
		for (int i = 0; i < count; i++) {
			if (!elections.get("e" + i).isLeader()) {
				return false;
			}
		}
		return true;
	}

}
