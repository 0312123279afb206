/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.applications.ElectionContract;
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
 * Elections of applications over ZooKeeper.
 */
@Tag("server")
@Tag("slow")
class ZooKeeperElectionIT extends ElectionContract {

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

	@Override
	protected String store() {
		return "zookeeper";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner
			.withPropertyValues("leader-election.zookeeper.connect-string=" + this.server.getConnectString());
	}

	private void interrupt() {
		try {
			this.server.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void restart() {
		try {
			this.server.restart();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void electionsCanUseTheApplicationsClient() {
		checkHandover(this.runner.withUserConfiguration(ApplicationClient.class));
	}

	@Test
	void disconnectedLeaderStopsBeforeItsLeaseEndsAndLeadsAgain() {
		runner().run((context) -> {
			LeaderElection election = election(context);
			await().atMost(PATIENCE).until(election::isLeader);
			interrupt();
			await().atMost(PATIENCE).until(() -> election.status().state() != ElectionState.LEADER);
			assertThat(election.status().transitions()).last()
				.extracting(Transition::cause)
				.isEqualTo(TransitionCause.DISCONNECTED);
			restart();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	@Test
	void serverDownAtStartIsRetriedUntilItAnswers() {
		checkStartWithoutServer(runner(), this::interrupt, this::restart);
	}

	@Test
	void aThousandElectionsRunOnFewThreads() {
		checkThreads(runner().withPropertyValues("leader-election.lease-duration=20s"), 1000, 8, "leader-election");
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
