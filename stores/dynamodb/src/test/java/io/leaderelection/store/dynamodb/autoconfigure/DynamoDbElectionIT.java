/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import com.example.orders.ClosingOfBooks;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.applications.ElectionContract;
import io.leaderelection.store.dynamodb.ObservedClient;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections of applications over a server.
 */
@Tag("server")
@Tag("slow")
class DynamoDbElectionIT extends ElectionContract {

	private static final AwsCredentialsProvider CREDENTIALS = StaticCredentialsProvider
		.create(AwsBasicCredentials.create(DynamoServer.ACCESS_KEY, DynamoServer.SECRET_KEY));

	@AutoClose
	private final DynamoServer server = DynamoServer.open();

	private final ApplicationContextRunner runner = runner(this.server.port());

	private static ApplicationContextRunner runner(int port) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DynamoDbLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withBean(AwsCredentialsProvider.class, () -> CREDENTIALS)
			.withPropertyValues("spring.application.name=orders",
					"leader-election.dynamodb.endpoint=" + DynamoServer.endpoint(port),
					"leader-election.dynamodb.initialize-schema=always");
	}

	@Override
	protected String store() {
		return "dynamodb";
	}

	@Override
	protected ApplicationContextRunner runner() {
		return this.runner;
	}

	@Test
	@DisplayName("Rule 8: work that ends while its context is closed can use the client until it ends")
	void rule08WorkHasItsClientUntilItEnds() {
		ApplicationContextRunner applications = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DynamoDbLeaseStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class))
			.withPropertyValues("spring.application.name=orders", "leader-election.retry-interval=250ms",
					"leader-election.dynamodb.initialize-schema=always",
					"endpoint-of-the-application=" + this.server.endpoint())
			.withBean(AtomicBoolean.class, AtomicBoolean::new)
			.withUserConfiguration(ClientOfTheApplication.class)
			.withBean(ClosingOfBooks.class);
		checkWorkEndsBeforeItsClient(applications, (application) -> application.getBean(ClosingOfBooks.class).work(),
				(application) -> application.getBean(AtomicBoolean.class)::get);
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
	@Configuration(proxyBeanMethods = false)
	static class ClientOfTheApplication {

		@Bean
		DynamoDbClient client(@Value("${endpoint-of-the-application}") URI endpoint, AtomicBoolean closed) {
			return ObservedClient.before(DynamoDbClient.builder()
				.endpointOverride(endpoint)
				.region(Region.US_EAST_1)
				.credentialsProvider(CREDENTIALS)
				.build(), "close", () -> closed.set(true));
		}

	}

}
