/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.micrometer.MeterNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An election that is suspended and led again over HTTP, as all parts of an application
 * see it.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.cool-down=10ms",
				"leader-election.elections.quiet.cool-down=10ms", "leader-election.elections.orders.partitions=3",
				"management.endpoint.leader.access=unrestricted", "management.endpoint.health.show-details=always",
				"management.endpoints.web.exposure.include=leader,health" })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SuspendedElectionTests {

	private static final String SUSPEND = "{\"action\":\"SUSPEND\",\"reason\":\"invoice migration\"}";

	private static final String UNSUSPEND = "{\"action\":\"UNSUSPEND\"}";

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private MeterRegistry meters;

	@Autowired
	private Job job;

	@Autowired
	private Consumer consumer;

	private HttpResponse<String> post(String election, String body) throws Exception {
		return EndpointClient.send(this.port, "leader/" + election, body);
	}

	private String get(String path) throws Exception {
		return EndpointClient.send(this.port, path, null).body();
	}

	private LeaderElection led(String name) {
		LeaderElection election = this.elections.get(name);
		Awaitility.await().until(election::isLeader);
		return election;
	}

	private static void awaitSuspended(LeaderElection election) {
		Awaitility.await().until(() -> election.status().state() == ElectionState.SUSPENDED);
	}

	private double gauge(String meter, String election) {
		return this.meters.get(meter).tag("election", election).gauge().value();
	}

	@Test
	void nothingBeginsUntilTheElectionIsUnsuspended() throws Exception {
		LeaderElection election = led("billing");
		Job its = AopTestUtils.getTargetObject(this.job);
		this.job.run();
		Awaitility.await().until(() -> its.tasks.get() == 1 && this.consumer.isRunning());
		assertThat(post("billing", SUSPEND).statusCode()).isEqualTo(200);
		awaitSuspended(election);
		assertThat(this.consumer.isRunning()).isFalse();
		assertThat(its.causes).containsExactly(TransitionCause.SUSPENDED);
		this.job.run();
		assertThat(its.calls).hasValue(1);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.job::required)
			.withMessageContainingAll("suspended since", "invoice migration");
		assertThat(get("leader/billing")).contains("\"state\":\"SUSPENDED\"")
			.contains("\"reason\":\"invoice migration\"")
			.contains("\"by\":\"" + this.elections.instance() + "\"");
		assertThat(get("health")).contains("\"status\":\"UP\"")
			.contains("\"suspended\":\"since ")
			.contains("invoice migration");
		assertThat(gauge(MeterNames.SUSPENDED, "billing")).isOne();
		assertThat(gauge(MeterNames.VACANT, "billing")).isZero();
		assertThat(gauge(MeterNames.LEADING, "billing")).isZero();
		assertThat(post("billing", SUSPEND).body()).contains("suspended already");
		assertThat(post("billing", "{\"action\":\"FORGET\",\"checkpoint\":\"*\"}").body()).contains("UNSUSPEND");
		assertThat(this.consumer.starts).hasValue(1);
		assertThat(post("billing", UNSUSPEND).statusCode()).isEqualTo(200);
		led("billing");
		this.job.run();
		assertThat(its.calls).hasValue(2);
		Awaitility.await().until(() -> its.tasks.get() == 2 && this.consumer.starts.get() == 2);
		assertThat(get("leader/billing")).doesNotContain("invoice migration");
		assertThat(gauge(MeterNames.SUSPENDED, "billing")).isZero();
		assertThat(this.meters.get(MeterNames.FAILOVER).tag("election", "billing").timer().count()).isZero();
	}

	@Test
	void badRequestsChangeNothing() throws Exception {
		LeaderElection election = led("quiet");
		for (Map.Entry<String, String> request : Map
			.of("{\"action\":\"SUSPEND\"}", "needs a reason", "{\"action\":\"SUSPEND\",\"reason\":\" \"}",
					"needs a reason", "{\"action\":\"PAUSE\",\"reason\":\"x\"}", "SUSPEND only", UNSUSPEND,
					"not suspended", "{\"action\":\"SUSPEND\",\"reason\":\"" + "x".repeat(501) + "\"}",
					"501 characters")
			.entrySet()) {
			HttpResponse<String> response = post("quiet", request.getKey());
			assertThat(response.statusCode()).as(request.getKey()).isEqualTo(400);
			assertThat(response.body()).contains(request.getValue());
		}
		assertThat(election.isLeader()).isTrue();
		election.pause().toCompletableFuture().join();
		assertThat(post("quiet", SUSPEND).body()).contains("does not lead");
		assertThat(post("quiet", UNSUSPEND).body()).contains("does not lead");
	}

	@Test
	void partitionsAreSuspendedOneByOneOrTogether() throws Exception {
		List<LeaderElection> partitions = this.elections.findPartitioned("orders").orElseThrow().partitions();
		Awaitility.await().until(() -> partitions.stream().allMatch(LeaderElection::isLeader));
		assertThat(post("orders:1", SUSPEND).statusCode()).isEqualTo(200);
		awaitSuspended(partitions.get(1));
		assertThat(get("leader/orders")).contains("\"leading\":[0,2]")
			.contains("\"suspended\":[1]")
			.doesNotContain("vacant");
		assertThat(post("orders", SUSPEND).statusCode()).isEqualTo(200);
		partitions.forEach(SuspendedElectionTests::awaitSuspended);
		assertThat(gauge(MeterNames.SUSPENDED, "orders")).isEqualTo(3);
		assertThat(post("orders", SUSPEND).body()).contains("suspended already");
		assertThat(get("health")).contains("\"suspended\":3");
		assertThat(post("orders", UNSUSPEND).statusCode()).isEqualTo(200);
		Awaitility.await().until(() -> partitions.stream().allMatch(LeaderElection::isLeader));
		assertThat(post("orders", UNSUSPEND).body()).contains("not suspended");
	}

	static class Job {

		private final AtomicInteger calls = new AtomicInteger();

		private final AtomicInteger tasks = new AtomicInteger();

		private final List<TransitionCause> causes = new CopyOnWriteArrayList<>();

		@OnLeader("billing")
		void run() {
			this.calls.incrementAndGet();
		}

		@OnLeader(election = "billing", otherwise = Otherwise.THROW)
		void required() {
			this.calls.incrementAndGet();
		}

		@LeaderTask("billing")
		void task(Leadership leadership) throws InterruptedException {
			this.tasks.incrementAndGet();
			while (leadership.isValid()) {
				leadership.awaitEnd(Duration.ofMinutes(1));
			}
		}

		@EventListener(condition = "#event.election == 'billing'")
		void revoked(LeadershipRevokedEvent event) {
			this.causes.add(event.getCause());
		}

	}

	@StartOnLeader("billing")
	static class Consumer implements Lifecycle {

		private final AtomicInteger starts = new AtomicInteger();

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
			this.starts.incrementAndGet();
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(InMemoryStore.class)
	static class Application {

		@Bean
		Job suspendedJob() {
			return new Job();
		}

		@Bean
		Consumer suspendedConsumer() {
			return new Consumer();
		}

		@Bean
		SimpleMeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
