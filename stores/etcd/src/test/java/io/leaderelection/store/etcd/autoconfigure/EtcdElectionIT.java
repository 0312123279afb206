/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.applications.ElectionContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over a real etcd.
 */
@Tag("server")
@Tag("slow")
class EtcdElectionIT extends ElectionContract {

	@AutoClose
	private final EtcdServer server = EtcdServer.open();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(EtcdLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("spring.application.name=orders",
				"leader-election.etcd.endpoints=" + this.server.endpoint(), "leader-election.lease-duration=1m");

	@Override
	protected String store() {
		return "etcd";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	void longOutageEndsTheTermAndOneLeadsAfterwards() {
		ApplicationContextRunner hurried = this.runner.withPropertyValues("leader-election.lease-duration=3s",
				"leader-election.retry-interval=500ms");
		hurried.run((one) -> hurried.run((two) -> {
			LeaderElection first = election(one);
			LeaderElection second = election(two);
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
	void serverDownAtStartIsRetriedUntilItAnswers() {
		checkStartWithoutServer(this.runner, this.server::stop, this.server::start);
	}

	@Test
	void aThousandElectionsAddNoThreads() {
		checkThreads(this.runner, 1000, 8 + 2 * Runtime.getRuntime().availableProcessors(), "leader-election", "grpc");
	}

}
