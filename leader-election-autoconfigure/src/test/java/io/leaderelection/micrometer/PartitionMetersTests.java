/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.Contexts;
import io.micrometer.core.instrument.Counter;
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

	private double gauge(String meter, String... tags) {
		return this.registry.get(meter).tags(tags).gauge().value();
	}

	@Test
	void partitionsShareTheMetersOfTheirElection() {
		this.runner.run((context) -> {
			assertThat(gauge(MeterNames.LEADING, "election", "orders")).isEqualTo(256);
			assertThat(gauge(MeterNames.VACANT, "election", "orders")).isZero();
			assertThat(gauge(MeterNames.LEASE_REMAINING, "election", "orders")).isPositive();
			assertThat(gauge(MeterNames.LEADING, "election", "billing")).isOne();
			assertThat(gauge(MeterNames.PARTITIONS, "election", "orders")).isEqualTo(256);
			assertThat(gauge(MeterNames.PARTITIONS, "election", "billing")).isOne();
			// Listeners are called after the start
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.registry.get(MeterNames.TRANSITIONS)
					.tag("election", "orders")
					.tag("transition", "granted")
					.counter()
					.count()).isEqualTo(256));
			assertThat(this.registry.getMeters()).extracting((meter) -> meter.getId().getTag("partition"))
				.containsOnlyNulls();
			assertThat(this.registry.getMeters()).map(Meter::getId)
				.filteredOn((id) -> id.getName().startsWith("leader.election") && id.getTag("election") != null)
				.hasSizeLessThan(40);
		});
	}

	@Test
	void nothingIsLedInModeNever() {
		with(Contexts.following()).run((context) -> {
			assertThat(gauge(MeterNames.LEADING, "election", "orders")).isZero();
			assertThat(gauge(MeterNames.VACANT, "election", "orders")).isEqualTo(256);
			assertThat(gauge(MeterNames.LEASE_REMAINING, "election", "orders")).isZero();
		});
	}

	@Test
	void guardedCallsOfAllPartitionsAreCountedTogether() {
		this.runner.run((context) -> {
			Counter executed = this.registry.get(MeterNames.GUARDED)
				.tags("election", "orders", "outcome", "executed")
				.counter();
			assertThat(executed.count()).isZero();
			for (int i = 0; i < 10; i++) {
				context.getBean(Job.class).run(i);
			}
			assertThat(executed.count()).isEqualTo(10);
		});
	}

	/** All meters have the same tag names, as Prometheus requires. */
	@Test
	void partitionsHaveSeparateMetersIfEnabled() {
		this.runner.withPropertyValues("leader-election.metrics.partitions=true").run((context) -> {
			assertThat(gauge(MeterNames.LEADING, "election", "orders", "partition", "255")).isOne();
			assertThat(gauge(MeterNames.LEADING, "election", "billing", "partition", "none")).isOne();
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
