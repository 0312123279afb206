/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.kubernetes.autoconfigure.KubernetesLeaseStoreAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over the API server.
 */
@Tag("server")
@Tag("slow")
class KubernetesElectionIT extends ElectionContract {

	private static final Pattern LIST = Pattern.compile("^kubectl get lease -l (\\S+)$", Pattern.MULTILINE);

	private static final ElectionKey KEY = new ElectionKey("orders", "default");

	/** The requests of one kind of command at a time. */
	private static final int CONCURRENT = 8;

	@AutoClose
	private final FilteredCluster server = FilteredCluster.open();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(KubernetesLeaseStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class))
		.withBean(KubernetesClient.class, () -> ClientSetup.open(this.server.config()))
		.withPropertyValues("spring.application.name=orders", "leader-election.lease-duration=1m");

	@Override
	protected String store() {
		return "kubernetes";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@Override
	protected void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		super.oneOfTwoLeadsAndHandsOverByStepDownAndByClose();
		assertThat(this.server.leases().get(KEY).getSpec().getLeaseTransitions()).isEqualTo(2);
	}

	@Test
	void deletedObjectCostsTheRestOfTheLease() {
		try (TcpProxy proxy = TcpProxy.to(this.server.port())) {
			ApplicationContextRunner common = this.runner.withPropertyValues("leader-election.lease-duration=6s");
			ApplicationContextRunner proxied = common.withAllowBeanDefinitionOverriding(true)
				.withBean("proxied", KubernetesClient.class, () -> ClientSetup.open(this.server.config(proxy.port())),
						(bean) -> bean.setPrimary(true));
			proxied.run((one) -> common.run((two) -> {
				LeaderElection leader = election(one);
				LeaderElection follower = election(two);
				awaitLeader(leader, follower);
				if (follower.isLeader()) {
					follower.stepDown();
				}
				await().atMost(PATIENCE).until(leader::isLeader);
				await().atMost(PATIENCE).until(() -> follower.leader().isPresent());
				long token = Long.parseLong(this.server.leases().field(KEY, "token"));
				proxy.blackHole();
				this.server.leases().delete(KEY);
				await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(() -> {
					// Read in this order: if both are true, there are two leaders
					boolean successor = follower.isLeader();
					assertThat(successor && leader.isLeader()).as("two leaders").isFalse();
					return successor;
				});
				assertThat(Long.parseLong(this.server.leases().field(KEY, "token"))).isGreaterThan(token);
				proxy.heal();
				await().atMost(PATIENCE).until(() -> leader.leader().isPresent());
				assertThat(leader.isLeader()).isFalse();
			}));
		}
	}

	@Test
	void objectsAreListedByTheLabelOnThePage() throws IOException {
		Matcher command = LIST.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "kubernetes.md")));
		assertThat(command.find()).isTrue();
		this.runner.run((context) -> {
			await().atMost(PATIENCE).until(election(context)::isLeader);
			try (KubernetesClient client = ClientSetup.open(this.server.config())) {
				assertThat(client.leases().withLabelSelector(command.group(1)).list().getItems())
					.extracting((lease) -> lease.getMetadata().getName())
					.contains(this.server.leases().get(KEY).getMetadata().getName());
			}
		});
	}

	@Test
	void refusingServerIsRetriedUntilItAccepts() {
		checkStartWithoutServer(this.runner.withPropertyValues("leader-election.retry-interval=200ms"),
				() -> this.server.refuseAll(403), this.server::accept);
	}

	@Test
	void twoHundredElectionsUseFewThreads() {
		checkThreads(this.runner, 200, 4 * CONCURRENT + 12, "leader-election");
	}

}
