/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.micrometer.MeterNames;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that follows while another instance keeps the lease of a suspended
 * election.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.elections.orders.partitions=2",
				"leader-election.lease-duration=2s", "management.endpoint.leader.access=unrestricted",
				"management.endpoint.health.show-details=always",
				"management.endpoints.web.exposure.include=leader,health",
				"logging.level.io.leaderelection.guard=debug" })
@ExtendWith(OutputCaptureExtension.class)
class SuspendedElsewhereTests {

	private static final String REASON = "invoice migration";

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private MeterRegistry meters;

	@Autowired
	private Job job;

	@Autowired
	private Other other;

	private String get(String path) throws Exception {
		return EndpointClient.send(this.port, path, null).body();
	}

	private String post(String election, String body) throws Exception {
		return EndpointClient.send(this.port, "leader/" + election, body).body();
	}

	@Test
	void followerShowsAndSaysWhyNobodyLeads(CapturedOutput output) throws Exception {
		LeaderElection follower = this.elections.get("billing");
		this.other.suspend("billing", "orders:1");
		Awaitility.await()
			.until(() -> follower.status().suspension() != null
					&& this.elections.get("orders:1").status().suspension() != null);
		String holder = this.other.engine.instance();
		this.job.run();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.job::required)
			.withMessageContainingAll("suspended since", REASON, holder);
		assertThat(output).contains("Election 'billing': no instance leads until UNSUSPEND is sent to " + holder)
			.contains("is skipped: election 'billing' is suspended, because: " + REASON);
		assertThat(get("leader/billing")).contains("\"state\":\"FOLLOWER\"", "\"reason\":\"" + REASON + "\"", holder);
		assertThat(get("leader/orders")).contains("\"suspended\":[1]", "\"" + holder + "\":[0]")
			.doesNotContain("vacant");
		assertThat(get("health")).contains("\"suspended\":\"since ").contains("\"suspended\":1").contains(REASON);
		assertThat(post("billing", "{\"action\":\"UNSUSPEND\"}")).contains(REASON, "send UNSUSPEND to " + holder);
		assertThat(post("billing", "{\"action\":\"SUSPEND\",\"reason\":\"x\"}"))
			.contains("send UNSUSPEND to " + holder);
		assertThat(this.meters.get(MeterNames.SUSPENDED).tag("election", "billing").gauge().value())
			.as("counted once, by the instance that keeps the lease")
			.isZero();
		this.other.unsuspend("billing", "orders:1");
		Awaitility.await().until(() -> follower.status().suspension() == null);
		assertThat(this.job.calls).isZero();
	}

	static class Job {

		private volatile int calls;

		@OnLeader("billing")
		void run() {
			this.calls++;
		}

		@OnLeader(election = "billing", otherwise = Otherwise.THROW)
		void required() {
			this.calls++;
		}

	}

	/**
	 * Another instance, which leads before the application starts.
	 */
	static class Other implements AutoCloseable {

		private final ElectionEngine engine;

		Other(InMemoryLeaseStoreFactory memory) {
			this.engine = ElectionEngineBuilder.of(memory.open(), memory.traits())
				.namespace("orders")
				.timing(ElectionTiming.builder().lease(Duration.ofSeconds(2)).build())
				.partitions("orders", 2)
				.build();
			this.engine.join("billing");
			this.engine.start();
			Awaitility.await().until(() -> this.engine.all().stream().allMatch(LeaderElection::isLeader));
		}

		void suspend(String... names) {
			for (String name : names) {
				LeaderElection election = this.engine.get(name);
				election.suspend(REASON);
				Awaitility.await().until(() -> election.status().state() == ElectionState.SUSPENDED);
			}
		}

		void unsuspend(String... names) {
			for (String name : names) {
				this.engine.get(name).unsuspend();
			}
		}

		@Override
		public void close() {
			this.engine.close();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(InMemoryStore.class)
	static class Application {

		@Bean
		Other other(InMemoryLeaseStoreFactory memory) {
			return new Other(memory);
		}

		@Bean
		Job job(Other first) {
			return new Job();
		}

	}

}
