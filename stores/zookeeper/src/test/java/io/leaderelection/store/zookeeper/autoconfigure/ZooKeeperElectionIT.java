/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of whole applications.
 */
@Tag("server")
class ZooKeeperElectionIT {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private TestingServer server;

	private ApplicationContextRunner runner;

	@BeforeEach
	void startServer() throws Exception {
		this.server = new TestingServer(true);
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(ZooKeeperLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "servers=" + this.server.getConnectString());
	}

	@AfterEach
	void stopServer() throws Exception {
		this.server.close();
	}

	private ApplicationContextRunner own() {
		return this.runner
			.withPropertyValues("leader-election.zookeeper.connect-string=" + this.server.getConnectString());
	}

	@Test
	void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		handOver(own());
	}

	@Test
	void theClientOfTheApplicationCarriesElectionsToo() {
		handOver(this.runner.withUserConfiguration(ApplicationClient.class));
	}

	private static void handOver(ApplicationContextRunner applications) {
		applications.run((one) -> applications.run((two) -> {
			LeaderElection first = one.getBean(LeaderElections.class).get("default");
			LeaderElection second = two.getBean(LeaderElections.class).get("default");
			assertThat(one.getBean(LeaderElections.class).backend().type()).isEqualTo("zookeeper");
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
	void aServerThatIsDownAtTheStartIsAskedUntilItAnswers() throws Exception {
		this.server.stop();
		own().run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			assertThat(election.isLeader()).isFalse();
			this.server.restart();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	void aLeaderWhoseServerGoesAwayStopsLeadingAndComesBackByItself() throws Exception {
		own().withPropertyValues("leader-election.lease-duration=2s").run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			await().atMost(PATIENCE).until(election::isLeader);
			this.server.stop();
			await().atMost(PATIENCE).until(() -> !election.isLeader());
			this.server.restart();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	void aLeaderThatStaysDisconnectedDoesNotWaitForTheEndOfItsLease() throws Exception {
		own().run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			await().atMost(PATIENCE).until(election::isLeader);
			this.server.stop();
			await().atMost(PATIENCE).until(() -> election.status().state() != ElectionState.LEADER);
			assertThat(election.status().transitions()).last()
				.extracting(Transition::cause)
				.isEqualTo(TransitionCause.DISCONNECTED);
		});
	}

	@Test
	void anotherLeaseForOneElectionIsRefusedSinceTheyShareASession() {
		own().withPropertyValues("leader-election.elections.billing.lease-duration=30s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("billing")
				.hasMessageContaining("lease-duration"));
	}

	@Test
	void aThousandElectionsRunOnFewThreads() {
		String[] names = new String[1000];
		for (int i = 0; i < names.length; i++) {
			names[i] = "leader-election.elections.e" + i + ".cool-down=5s";
		}
		own().withPropertyValues(names).withPropertyValues("leader-election.lease-duration=20s").run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			await().atMost(PATIENCE).until(() -> leading(elections, names.length));
			List<String> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.map(Thread::getName)
				.filter((name) -> name.startsWith("leader-election"))
				.sorted()
				.toList();
			System.out.println("MEASURED: zookeeper, 1000 elections led, threads: " + threads);
			assertThat(threads).hasSizeLessThanOrEqualTo(8);
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

	@Configuration(proxyBeanMethods = false)
	static class ApplicationClient {

		@Bean(initMethod = "start")
		CuratorFramework client(Environment environment) {
			return CuratorFrameworkFactory.builder()
				.connectString(environment.getRequiredProperty("servers"))
				.retryPolicy(new RetryOneTime(1))
				.namespace("app")
				.build();
		}

	}

}
