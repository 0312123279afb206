/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb.autoconfigure;

import java.time.Duration;

import com.example.orders.ClosingOfBooks;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.event.ClusterClosedEvent;
import com.mongodb.event.ClusterListener;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over a server.
 */
@Tag("server")
@Tag("slow")
class MongoElectionIT extends ElectionContract {

	@AutoClose
	private final FerretServer server = FerretServer.open();

	private final ApplicationContextRunner runner = runner(this.server.port());

	private static ApplicationContextRunner applications() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(MongoLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders");
	}

	private static ApplicationContextRunner runner(int port) {
		return applications().withPropertyValues("leader-election.mongodb.uri=" + FerretServer.uri(port));
	}

	@Override
	protected String store() {
		return "mongodb";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context is closed can use the client until it ends")
	void rule08WorkHasItsClientUntilItEnds() {
		ApplicationContextRunner applications = applications()
			.withConfiguration(AutoConfigurations.of(MongoAutoConfiguration.class))
			.withPropertyValues("leader-election.retry-interval=250ms", "spring.mongodb.uri=" + this.server.uri())
			.withBean(Closing.class)
			.withBean(ClosingOfBooks.class);
		checkWorkEndsBeforeItsClient(applications, (application) -> application.getBean(ClosingOfBooks.class).work(),
				(application) -> application.getBean(Closing.class)::isClosed);
	}

	@Test
	void clientOfSpringBootIsUsed() {
		applications().withConfiguration(AutoConfigurations.of(MongoAutoConfiguration.class))
			.withPropertyValues("spring.mongodb.uri=" + this.server.uri())
			.run((context) -> {
				LeaderElection election = election(context);
				await().atMost(PATIENCE).until(election::isLeader);
				assertThat(context.getBean(MongoClient.class)
					.getDatabase("leaderElection")
					.getCollection("leaderElection")
					.countDocuments()).isPositive();
			});
	}

	@Test
	void disconnectedLeaderIsReplacedAfterItsLease() {
		String lease = "leader-election.lease-duration=6s";
		try (TcpProxy proxy = TcpProxy.to(this.server.port())) {
			runner(proxy.port()).withPropertyValues(lease).run((one) -> {
				LeaderElection first = election(one);
				await().atMost(PATIENCE).until(first::isLeader);
				this.runner.withPropertyValues(lease).run((two) -> {
					LeaderElection second = election(two);
					await().atMost(PATIENCE).until(() -> second.leader().isPresent());
					proxy.blackHole();
					await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(() -> {
						// Read in this order, because the first instance does not lead
						// again
						boolean successor = second.isLeader();
						assertThat(successor && first.isLeader()).as("two leaders").isFalse();
						return successor;
					});
				});
				proxy.heal();
				await().atMost(PATIENCE).until(first::isLeader);
			});
		}
	}

	@Test
	void serverDownAtStartIsRetriedUntilItAnswers() {
		checkStartWithoutServer(this.runner.withPropertyValues("leader-election.retry-interval=200ms"),
				this.server::stop, this.server::start);
	}

	@Test
	void twoHundredElectionsUseFewThreads() {
		checkThreads(this.runner.withPropertyValues("leader-election.lease-duration=1m"), 200, 4 * 8 + 12,
				"leader-election");
	}

	/**
	 * Remembers that the context has closed the client.
	 */
	static final class Closing implements MongoClientSettingsBuilderCustomizer, ClusterListener {

		private volatile boolean closed;

		boolean isClosed() {
			return this.closed;
		}

		@Override
		public void customize(MongoClientSettings.Builder settings) {
			settings.applyToClusterSettings((cluster) -> cluster.addClusterListener(this));
		}

		@Override
		public void clusterClosed(ClusterClosedEvent event) {
			this.closed = true;
		}

	}

}
