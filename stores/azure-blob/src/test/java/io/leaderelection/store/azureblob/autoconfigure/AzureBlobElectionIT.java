/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.time.Duration;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobContainerItem;
import com.example.orders.ClosingOfBooks;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.testkit.handover.FinishingWork;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications that elect over an Azurite, by the clock of this machine.
 */
@Tag("server")
class AzureBlobElectionIT {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private AzuriteServer server;

	private ApplicationContextRunner runner;

	@BeforeEach
	void startServer() {
		this.server = AzuriteServer.open();
		this.runner = runner(this.server.port());
	}

	private static ApplicationContextRunner runner(int port) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders",
					"leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(port));
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
			assertThat(one.getBean(LeaderElections.class).backend().type()).isEqualTo("azure-blob");
			await().atMost(PATIENCE)
				.until(() -> (first.isLeader() || second.isLeader()) && first.leader().isPresent()
						&& second.leader().isPresent());
			assertThat(first.isLeader()).isNotEqualTo(second.isLeader());
			LeaderElection leader = first.isLeader() ? first : second;
			LeaderElection follower = first.isLeader() ? second : first;
			long began = Ticker.system().nanos();
			leader.stepDown();
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(follower::isLeader);
			System.out.printf("MEASURED: azure-blob, clean hand-over: %d ms%n",
					(Ticker.system().nanos() - began) / 1_000_000);
			assertThat(leader.isLeader()).isFalse();
			((follower == first) ? one : two).close();
			await().atMost(PATIENCE).until(leader::isLeader);
		}));
	}

	@Test
	void rule08WorkThatEndsWhileItsContextIsClosedHasTheClientToItsEnd() {
		ApplicationContextRunner applications = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "leader-election.retry-interval=250ms")
			.withBean(BlobServiceClient.class,
					() -> new BlobServiceClientBuilder().connectionString(this.server.connectionString()).buildClient())
			.withBean(ClosingOfBooks.class);
		applications.run((one) -> {
			FinishingWork former = one.getBean(ClosingOfBooks.class).work();
			await().atMost(PATIENCE).until(former::hasBegun);
			applications.run((two) -> {
				FinishingWork successor = two.getBean(ClosingOfBooks.class).work();
				LeaderElection election = two.getBean(LeaderElections.class).get("default");
				await().atMost(PATIENCE).until(() -> election.leader().isPresent());
				one.close();
				long ended = former.endedAt();
				await().atMost(PATIENCE).until(successor::hasBegun);
				assertThat(successor.beganAt()).isGreaterThanOrEqualTo(ended);
			});
		});
	}

	@Test
	void aLeaderThatIsCutOffIsSucceededWhenItsLeaseIsOverAndNotBefore() {
		try (TcpProxy proxy = TcpProxy.to(this.server.port())) {
			runner(proxy.port()).run((one) -> {
				LeaderElection first = one.getBean(LeaderElections.class).get("default");
				await().atMost(PATIENCE).until(first::isLeader);
				this.runner.run((two) -> {
					LeaderElection second = two.getBean(LeaderElections.class).get("default");
					await().atMost(PATIENCE).until(() -> second.leader().isPresent());
					proxy.blackHole();
					await().atMost(PATIENCE).until(() -> {
						// Read in this order: leadership of the first ends for good
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
	void aServiceThatIsDownAtTheStartIsAskedUntilItAnswers() {
		this.server.stop();
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			assertThat(election.isLeader()).isFalse();
			this.server.start();
			await().atMost(PATIENCE).until(election::isLeader);
			BlobServiceClient client = new BlobServiceClientBuilder().connectionString(this.server.connectionString())
				.buildClient();
			assertThat(client.listBlobContainers()).extracting(BlobContainerItem::getName)
				.containsExactly("leader-election");
		});
	}

}
