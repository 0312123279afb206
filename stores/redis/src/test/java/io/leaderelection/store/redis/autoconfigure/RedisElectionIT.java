/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.time.Duration;
import java.util.List;

import com.example.orders.ClosingOfBooks;
import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.testkit.handover.FinishingWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications that elect over a real Redis.
 */
class RedisElectionIT {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private FakeTime time;

	private RedisServer server;

	private ApplicationContextRunner runner;

	@BeforeEach
	void startServer() {
		this.time = FakeTime.open();
		this.server = RedisServer.openUnder(this.time);
		// Up for longer than a lease, so that no record can have been lost
		this.time.step(Duration.ofHours(1));
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class,
					RedisLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "spring.data.redis.port=" + this.server.port(),
					"leader-election.lease-duration=1m");
	}

	@AfterEach
	void stopServer() {
		this.server.close();
		this.time.close();
	}

	@Test
	void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		this.runner.run((one) -> this.runner.run((two) -> {
			LeaderElection first = one.getBean(LeaderElections.class).get("default");
			LeaderElection second = two.getBean(LeaderElections.class).get("default");
			assertThat(one.getBean(LeaderElections.class).backend().type()).isEqualTo("redis");
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
	void rule08WorkThatEndsWhileItsContextIsClosedHasTheConnectionToItsEnd() {
		ApplicationContextRunner applications = this.runner.withBean(ClosingOfBooks.class);
		applications.run((one) -> {
			FinishingWork former = one.getBean(ClosingOfBooks.class).work();
			await().atMost(PATIENCE).until(former::hasBegun);
			applications.run((two) -> {
				FinishingWork successor = two.getBean(ClosingOfBooks.class).work();
				LeaderElection election = two.getBean(LeaderElections.class).get("default");
				await().atMost(PATIENCE).until(() -> election.leader().isPresent());
				LettuceConnectionFactory connections = one.getBean(LettuceConnectionFactory.class);
				one.close();
				long ended = former.endedAt();
				assertThat(connections.isRunning()).isFalse();
				await().atMost(PATIENCE).until(successor::hasBegun);
				assertThat(successor.beganAt()).isGreaterThanOrEqualTo(ended);
			});
		});
	}

	@Test
	void theFirstLeaderOfAYoungServerWaits() {
		try (RedisServer young = RedisServer.open()) {
			this.runner.withPropertyValues("spring.data.redis.port=" + young.port()).run((context) -> {
				LeaderElection election = context.getBean(LeaderElections.class).get("default");
				await().atMost(PATIENCE).until(() -> election.status().state() == ElectionState.PENDING);
				assertThat(election.isLeader()).isFalse();
				assertThat(election.leader()).isEmpty();
			});
		}
	}

	@Test
	void aServerThatIsDownAtTheStartIsAskedUntilItAnswers() {
		this.server.stop();
		this.runner.withPropertyValues("leader-election.lease-duration=5s").run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			assertThat(election.isLeader()).isFalse();
			this.server.start();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	void aThousandElectionsRunOnEightThreads() {
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
				.filter((name) -> name.startsWith("leader-election") || name.startsWith("lettuce"))
				.sorted()
				.toList();
			System.out.println("MEASURED: redis, 1000 elections led, threads: " + threads);
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

}
