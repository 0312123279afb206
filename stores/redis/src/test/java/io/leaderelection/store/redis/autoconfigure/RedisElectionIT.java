/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.time.Duration;

import com.example.orders.ClosingOfBooks;
import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests applications that elect over a real Redis server.
 */
@Tag("slow")
class RedisElectionIT extends ElectionContract {

	@AutoClose
	private final FakeTime time = FakeTime.open();

	@AutoClose
	private final RedisServer server = RedisServer.openUnder(this.time);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DataRedisAutoConfiguration.class, RedisLeaseStoreAutoConfiguration.class,
						LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
		.withPropertyValues("spring.application.name=orders", "spring.data.redis.port=" + this.server.port(),
				"leader-election.lease-duration=1m");

	/** Up for longer than a lease, so that no record can be lost. */
	@BeforeEach
	void letTheServerAge() {
		this.time.step(Duration.ofHours(1));
	}

	@Override
	protected String store() {
		return "redis";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context closes can use the connection until its end")
	void rule08WorkHasItsConnectionUntilItEnds() {
		checkWorkEndsBeforeItsClient(this.runner.withBean(ClosingOfBooks.class),
				(application) -> application.getBean(ClosingOfBooks.class).work(), (application) -> {
					LettuceConnectionFactory connections = application.getBean(LettuceConnectionFactory.class);
					return () -> !connections.isRunning();
				});
	}

	@Test
	void theFirstLeaderOfAYoungServerWaits() {
		try (RedisServer young = RedisServer.open()) {
			this.runner.withPropertyValues("spring.data.redis.port=" + young.port()).run((context) -> {
				LeaderElection election = election(context);
				await().atMost(PATIENCE).until(() -> election.status().state() == ElectionState.PENDING);
				assertThat(election.isLeader()).isFalse();
				assertThat(election.leader()).isEmpty();
			});
		}
	}

	@Test
	void serverDownAtTheStartIsRetriedUntilItAnswers() {
		// It has just started again, so its first leader waits for a lease
		checkStartWithoutServer(this.runner.withPropertyValues("leader-election.lease-duration=5s"), this.server::stop,
				this.server::start);
	}

	@Test
	void aThousandElectionsRunOnEightThreads() {
		checkThreads(this.runner, 1000, 8, "leader-election", "lettuce");
	}

}
