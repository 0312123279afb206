/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.stream.IntStream;

import io.leaderelection.LeaderElection;
import io.leaderelection.Partition;
import io.leaderelection.guard.Contexts;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static io.leaderelection.guard.Contexts.assertMisconfigured;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for priority and spread, and for invalid combinations.
 */
@ExtendWith(OutputCaptureExtension.class)
class PreferencePropertiesTests {

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private ApplicationContextRunner contending(String... properties) {
		return Contexts.contending(this.memory)
			.withBean(StoreTraits.class, this.memory::traits)
			.withPropertyValues("leader-election.lease-duration=600ms", "leader-election.preempt-after=100ms",
					"leader-election.spread-delay=0s", "leader-election.cool-down=100ms")
			.withPropertyValues(properties);
	}

	private static LeaderElection election(ApplicationContext context) {
		return Contexts.elections(context).get("default");
	}

	private static long led(ApplicationContext context) {
		return Contexts.elections(context).all().stream().filter(LeaderElection::isLeader).count();
	}

	@Test
	void instanceOfHigherPriorityTakesOver() {
		contending("leader-election.priority=0").run((plain) -> {
			Awaitility.await().until(() -> election(plain).isLeader());
			contending("leader-election.priority=1", "leader-election.elections.default.priority=7")
				.run((preferred) -> {
					Awaitility.await().until(() -> election(preferred).isLeader());
					assertThat(election(preferred).status().priority()).isEqualTo(7);
					assertThat(election(plain).status().priority()).isZero();
					Awaitility.await()
						.untilAsserted(() -> assertThat(election(plain).leader()).hasValueSatisfying(
								(leader) -> assertThat(leader.metadata()).containsEntry("priority", "7")));
				});
		});
	}

	@Test
	void partitionsAreSpreadUnlessConfiguredOtherwise() {
		String partitions = "leader-election.elections.orders.partitions=6";
		contending(partitions).run((first) -> {
			Awaitility.await().until(() -> led(first) == 6);
			contending(partitions).run((second) -> {
				Awaitility.await().until(() -> led(first) == 3 && led(second) == 3);
				assertThat(IntStream.range(0, 6)
					.mapToObj((number) -> Contexts.elections(first).get(new Partition("orders", number).name()))
					.map((partition) -> partition.status().priority())).containsOnly(0);
			});
		});
		contending(partitions, "leader-election.elections.orders.spread=false")
			.run((context) -> assertThat(Contexts.elections(context).get("orders:0").status().priority()).isNull());
	}

	@Test
	void metersCountElectionsLedAndRequested() {
		contending("leader-election.priority=0")
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.run((context) -> {
				Awaitility.await().until(() -> election(context).isLeader());
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("leader.election.led").gauge().value()).isEqualTo(1);
				assertThat(registry.get("leader.election.bids").gauge().value()).isZero();
			});
	}

	@Test
	void priorityWithMaxTermIsLogged(CapturedOutput output) {
		contending("leader-election.priority=1", "leader-election.max-term=1h").run((context) -> {
		});
		assertThat(output).contains("a priority and a max-term");
	}

	@Test
	void capWithoutPreferenceIsLogged(CapturedOutput output) {
		contending("leader-election.max-led=3", "leader-election.spread=true").run((context) -> {
		});
		assertThat(output).doesNotContain("max-led is 3");
		contending("leader-election.max-led=3").run((context) -> {
		});
		assertThat(output).contains("max-led is 3", "Set leader-election.spread to true");
	}

	@Test
	void spreadInModeAlwaysIsRefused() {
		assertMisconfigured(Contexts.leading().withPropertyValues("leader-election.spread=true"), "spread", "always",
				"Remove spread");
		assertMisconfigured(Contexts.leading().withPropertyValues("leader-election.elections.e.spread=true"),
				"elections[e]", "always");
	}

	@Test
	void negativeDurationsAndCapsBelowOneAreRefused() {
		assertMisconfigured(contending("leader-election.priority=1", "leader-election.preempt-after=-1s"),
				"preempt-after", "15s");
		assertMisconfigured(contending("leader-election.elections.e.preempt-after=-1s"), "elections[e].preempt-after");
		assertMisconfigured(contending("leader-election.spread-delay=-1s"), "spread-delay", "30s");
		assertMisconfigured(contending("leader-election.max-led=0"), "max-led", "1 or more");
	}

	@Test
	void metadataOfTheSameNameIsRefused() {
		for (String key : List.of("priority", "max-led")) {
			assertMisconfigured(contending("leader-election.spread=true", "leader-election.metadata." + key + "=1"),
					"metadata." + key, "another name");
		}
		contending("leader-election.metadata.priority=1").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		assertMisconfigured(Contexts.contending(this.memory).withPropertyValues("leader-election.spread=true"),
				"spread", "keeps no checkpoints", "remove priority and spread");
	}

}
