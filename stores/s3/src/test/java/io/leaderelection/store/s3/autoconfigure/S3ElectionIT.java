/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3.autoconfigure;

import java.net.URI;
import java.time.Duration;

import com.example.orders.ClosingOfBooks;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over a server.
 */
@Tag("server")
@Tag("slow")
class S3ElectionIT extends ElectionContract {

	private static final AwsCredentialsProvider CREDENTIALS = StaticCredentialsProvider
		.create(AwsBasicCredentials.create(VersityServer.ACCESS_KEY, VersityServer.SECRET_KEY));

	@AutoClose
	private final VersityServer server = VersityServer.open();

	private final ApplicationContextRunner runner = runner(this.server.port());

	private static ApplicationContextRunner runner(int port) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(S3LeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withBean(AwsCredentialsProvider.class, () -> CREDENTIALS)
			.withPropertyValues("spring.application.name=orders",
					"leader-election.s3.endpoint=" + VersityServer.endpoint(port),
					"leader-election.s3.bucket=" + VersityServer.BUCKET, "leader-election.s3.path-style-access=true");
	}

	@Override
	protected String store() {
		return "s3";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context is closed can use the client until it ends")
	void rule08WorkHasItsClientUntilItEnds() {
		ApplicationContextRunner applications = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(S3LeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "leader-election.retry-interval=250ms",
					"leader-election.s3.bucket=" + VersityServer.BUCKET)
			.withBean(ClosedClient.class, () -> new ClosedClient(this.server))
			.withBean(ClosingOfBooks.class);
		checkWorkEndsBeforeItsClient(applications, (application) -> application.getBean(ClosingOfBooks.class).work(),
				(application) -> application.getBean(ClosedClient.class)::isClosed);
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
	 * A client that remembers that its context has closed it.
	 */
	static final class ClosedClient extends DelegatingS3Client {

		private volatile boolean closed;

		ClosedClient(VersityServer server) {
			super(S3Client.builder()
				.endpointOverride(URI.create(server.endpoint()))
				.region(Region.US_EAST_1)
				.forcePathStyle(true)
				.credentialsProvider(CREDENTIALS)
				.build());
		}

		boolean isClosed() {
			return this.closed;
		}

		@Override
		public void close() {
			this.closed = true;
			super.close();
		}

	}

}
