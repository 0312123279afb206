/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.guard.Contexts;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the meters of a divided election.
 */
class PartitionMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final ApplicationContextRunner runner = with(Contexts.leading());

	private ApplicationContextRunner with(ApplicationContextRunner runner) {
		return runner
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class, () -> this.registry)
			.withBean(Job.class)
			.withPropertyValues("leader-election.elections.orders.partitions=256",
					"leader-election.elections.billing.cool-down=0s");
	}

	private long meters() {
		return this.registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("leader.election") && id.getTag("election") != null)
			.count();
	}

	@Test
	void partitionsShareTheMetersOfTheirElection() {
		this.runner.run((context) -> {
			assertThat(this.registry.get(MeterNames.LEADING).tag("election", "orders").gauge().value()).isEqualTo(256);
			assertThat(this.registry.get(MeterNames.VACANT).tag("election", "orders").gauge().value()).isZero();
			assertThat(this.registry.get(MeterNames.LEASE_REMAINING).tag("election", "orders").timeGauge().value())
				.isPositive();
			assertThat(this.registry.get(MeterNames.LEADING).tag("election", "billing").gauge().value()).isOne();
			// Listeners are called after the start
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.registry.get(MeterNames.TRANSITIONS)
					.tag("election", "orders")
					.tag("transition", "granted")
					.counter()
					.count()).isEqualTo(256));
			assertThat(this.registry.getMeters()).extracting((meter) -> meter.getId().getTag("partition"))
				.containsOnlyNulls();
			assertThat(meters()).isLessThan(40);
		});
	}

	@Test
	void numberOfPartitionsIsMeasured() {
		this.runner.run((context) -> {
			assertThat(this.registry.get(MeterNames.PARTITIONS).tag("election", "orders").gauge().value())
				.isEqualTo(256);
			assertThat(this.registry.get(MeterNames.PARTITIONS).tag("election", "billing").gauge().value()).isOne();
		});
	}

	@Test
	void nothingIsLedInModeNever() {
		with(Contexts.following()).run((context) -> {
			assertThat(this.registry.get(MeterNames.LEADING).tag("election", "orders").gauge().value()).isZero();
			assertThat(this.registry.get(MeterNames.VACANT).tag("election", "orders").gauge().value()).isEqualTo(256);
			assertThat(this.registry.get(MeterNames.LEASE_REMAINING).tag("election", "orders").timeGauge().value())
				.isZero();
		});
	}

	@Test
	void guardedCallsOfAllPartitionsAreCountedTogether() {
		this.runner.run((context) -> {
			assertThat(executed()).isZero();
			for (int i = 0; i < 10; i++) {
				context.getBean(Job.class).run(i);
			}
			assertThat(executed()).isEqualTo(10);
		});
	}

	private double executed() {
		return this.registry.get(MeterNames.GUARDED)
			.tag("election", "orders")
			.tag("outcome", "executed")
			.counter()
			.count();
	}

	/** All meters have the same tag names, as Prometheus requires. */
	@Test
	void partitionsHaveSeparateMetersIfEnabled() {
		this.runner.withPropertyValues("leader-election.metrics.partitions=true").run((context) -> {
			assertThat(this.registry.get(MeterNames.LEADING)
				.tag("election", "orders")
				.tag("partition", "255")
				.gauge()
				.value()).isOne();
			assertThat(this.registry.get(MeterNames.LEADING)
				.tag("election", "billing")
				.tag("partition", "none")
				.gauge()
				.value()).isOne();
			assertThat(this.registry.get(MeterNames.LEADING).gauges()).hasSize(257);
			// The sum of the gauges is the number of partitions
			assertThat(this.registry.get(MeterNames.PARTITIONS).gauges()).hasSize(257)
				.allSatisfy((gauge) -> assertThat(gauge.value()).isOne());
			assertThat(this.registry.getMeters()).filteredOn((meter) -> meter.getId().getTag("election") != null)
				.allSatisfy((meter) -> assertThat(meter.getId().getTag("partition")).isNotNull());
		});
	}

	static class Job {

		@OnLeader(election = "orders", partitionKey = "#number")
		public void run(int number) {
		}

	}

}
