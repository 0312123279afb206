/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobContainerItem;
import com.example.orders.ClosingOfBooks;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over an Azurite, by the clock of this machine.
 */
@Tag("server")
@Tag("slow")
class AzureBlobElectionIT extends ElectionContract {

	@AutoClose
	private final AzuriteServer server = AzuriteServer.open();

	private final ApplicationContextRunner runner = runner(this.server.port());

	private static ApplicationContextRunner runner(int port) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders",
					"leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(port));
	}

	@Override
	protected String store() {
		return "azure-blob";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context is closed can use the client until it ends")
	void rule08WorkHasItsClientUntilItEnds() {
		ApplicationContextRunner applications = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AzureBlobLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "leader-election.retry-interval=250ms")
			.withBean(BlobServiceClient.class,
					() -> new BlobServiceClientBuilder().connectionString(this.server.connectionString()).buildClient())
			.withBean(ClosingOfBooks.class);
		// The client has nothing to close
		checkWorkEndsBeforeItsClient(applications, (application) -> application.getBean(ClosingOfBooks.class).work(),
				(application) -> () -> true);
	}

	@Test
	void disconnectedLeaderIsReplacedAfterItsLease() {
		try (TcpProxy proxy = TcpProxy.to(this.server.port())) {
			runner(proxy.port()).run((one) -> {
				LeaderElection first = election(one);
				await().atMost(PATIENCE).until(first::isLeader);
				this.runner.run((two) -> {
					LeaderElection second = election(two);
					await().atMost(PATIENCE).until(() -> second.leader().isPresent());
					proxy.blackHole();
					await().atMost(PATIENCE).until(() -> {
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
		checkStartWithoutServer(this.runner, this.server::stop, this.server::start);
		BlobServiceClient client = new BlobServiceClientBuilder().connectionString(this.server.connectionString())
			.buildClient();
		assertThat(client.listBlobContainers()).extracting(BlobContainerItem::getName)
			.containsExactly("leader-election");
	}

}
