/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;

import static io.leaderelection.guard.Contexts.assertMisconfigured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for elections that properties divide into partitions, and for invalid
 * combinations.
 */
class PartitionPropertiesTests {

	private static final String PARTITIONS = "leader-election.elections.orders.partitions=";

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private ApplicationContextRunner contending(int partitions) {
		return Contexts.contending(this.memory)
			.withBean(StoreTraits.class, this.memory::traits)
			.withPropertyValues(PARTITIONS + partitions, "leader-election.retry-interval=100ms");
	}

	private static PartitionedElection orders(ApplicationContext context) {
		return Contexts.elections(context).findPartitioned("orders").orElseThrow();
	}

	private static long led(ApplicationContext context) {
		return orders(context).partitions().stream().filter(LeaderElection::isLeader).count();
	}

	@Test
	void partitionsAreElectionsAndTheDefaultOneIsNotJoined() {
		Recorder recorder = new Recorder();
		contending(4).withBean(Recorder.class, () -> recorder).run((context) -> {
			assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("orders:0", "orders:1", "orders:2", "orders:3");
			Awaitility.await().until(() -> led(context) == 4);
			Awaitility.await().untilAsserted(() -> assertThat(recorder.granted).hasSize(4));
			assertThat(recorder.granted).contains("orders:3");
		});
	}

	@Test
	void allPartitionsAreLedInModeAlwaysAndNoneInModeNever() {
		Contexts.leading().withPropertyValues(PARTITIONS + 4).run((context) -> assertThat(led(context)).isEqualTo(4));
		Contexts.following().withPropertyValues(PARTITIONS + 4).run((context) -> {
			assertThat(orders(context).partitions()).hasSize(4);
			assertThat(led(context)).isZero();
		});
	}

	@Test
	void partitionsHaveTheLeaseOfTheirElection() {
		contending(2).withPropertyValues("leader-election.elections.orders.lease-duration=10m").run((context) -> {
			Awaitility.await().until(() -> led(context) == 2);
			LeaderElection partition = Contexts.elections(context).get("orders:1");
			assertThat(partition.leadership().orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(5));
		});
	}

	/** M13, with two applications. */
	@Test
	void instanceWithAnotherNumberLeadsNothing() {
		contending(4).run((first) -> {
			Awaitility.await().until(() -> led(first) == 4);
			contending(8).run((second) -> {
				Awaitility.await().until(() -> orders(second).problem() != null);
				assertThat(orders(second).problem()).contains("8 partitions", "4");
				assertThat(led(second)).isZero();
				assertThat(orders(second).partitions()).allSatisfy((partition) -> {
					assertThat(partition.status().state()).isEqualTo(ElectionState.PAUSED);
					assertThat(partition.status().withheldBy()).contains(TransitionCause.PARTITIONS_UNCONFIRMED);
				});
			});
		});
		contending(8).withPropertyValues("leader-election.lease-duration=1s").run((later) -> {
			Awaitility.await().until(() -> orders(later).problem() != null);
			assertThat(led(later)).isZero();
			orders(later).forgetNumber();
			Awaitility.await().until(() -> led(later) == 8);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					orders.partitions=-5   | leader-election.elections[orders].partitions is -5 ... Use a number from 1 to 1024
					orders.partitions=0    | leader-election.elections[orders].partitions is 0 ... Use a number from 1 to 1024
					orders.partitions=1025 | leader-election.elections[orders].partitions is 1025 ... Use a number from 1 to 1024
					LONG.partitions=4      | .partitions is not legal ... at most 240
					orders[0].max-term=10m | orders[0]
					""")
	void propertyThatCannotApplyIsRefused(String property, String texts) {
		assertMisconfigured(
				Contexts.following()
					.withPropertyValues(PARTITIONS + 4,
							"leader-election.elections." + property.replace("LONG", "x".repeat(239))),
				texts.split(" \\.\\.\\. "));
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		assertMisconfigured(Contexts.contending(memory)
			.withPropertyValues(PARTITIONS + 4)
			.withBean("other", LeaseStore.class, memory::open, (definition) -> definition.setAutowireCandidate(false)),
				"leader-election.elections[orders].partitions is set", "keeps no checkpoints", "another store");
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.elections[orders:0].max-term",
			"leader-election.elections.orders:0.max-term", "leader-election.default-election" })
	void settingsOfOnePartitionAreRefused(String property) {
		String value = property.endsWith("max-term") ? "10m" : "orders:0";
		assertMisconfigured(
				Contexts.following()
					.withPropertyValues(PARTITIONS + 4)
					.withInitializer((context) -> context.getEnvironment()
						.getPropertySources()
						.addFirst(new MapPropertySource("test", Map.of(property, value)))),
				"'orders:0'", "ends in a colon and digits", "settings are those of 'orders'");
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@StartOnLeader("orders") class Job extends org.springframework.context.support.DefaultLifecycleProcessor { } | @StartOnLeader on Job ... 'orders' ... divided into partitions ... Use @LeaderTask
			@Scheduled(cron = "@daily") @OncePerTick @OnLeader(election = "orders", partitionKey = "'all'") void run() { } | @OncePerTick on Job.run() ... 'orders' ... divided into partitions ... @LeaderTask
			""")
	void annotationThatKnowsNoPartitionsIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(Contexts.following().withPropertyValues(PARTITIONS + 4), job, texts);
	}

	@Test
	void annotationWithTheNameOfAPartitionIsRefused() {
		assertMisconfigured(Contexts.following().withPropertyValues(PARTITIONS + 4).withBean(OnePartition.class),
				"@LeaderTask on " + OnePartition.class.getName() + ".run()", "'orders:1'");
	}

	@Test
	void divisionOfTheApplicationsOwnElectionsIsRefused() {
		assertMisconfigured(
				Contexts.following()
					.withPropertyValues(PARTITIONS + 4)
					.withBean(ElectionEngine.class, () -> ElectionEngineBuilder.neverLeading().build()),
				"leader-election.elections[orders].partitions is 4", "has 0 of them", "ElectionEngineBuilder");
		Contexts.following()
			.withPropertyValues(PARTITIONS + 4)
			.withBean(ElectionEngine.class, () -> ElectionEngineBuilder.neverLeading().partitions("orders", 4).build())
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void electionUnderItsPlainNameIsRefused() {
		Contexts.leading().withPropertyValues(PARTITIONS + 4).run((context) -> {
			LeaderElections elections = Contexts.elections(context);
			assertThatIllegalArgumentException().isThrownBy(() -> elections.join("orders"))
				.withMessageContaining("4 partitions");
			assertThatIllegalArgumentException().isThrownBy(() -> elections.get("orders"))
				.withMessageContaining("LeaderElections.partition");
			assertThat(elections.find("orders")).isEmpty();
		});
	}

	@Test
	void defaultElectionThatIsDividedIsNotInjected() {
		Contexts.leading()
			.withPropertyValues(PARTITIONS + 4, "leader-election.default-election=orders")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(led(context)).isEqualTo(4);
				assertThat(context.getBean(LeaderElections.class).all()).hasSize(4);
			});
	}

	@Test
	void listenersAreNotStartedOncePerPartition() {
		Contexts.assertRefused(
				Contexts.following()
					.withPropertyValues(PARTITIONS + 4, "leader-election.elections.orders.start=listener"),
				"leader-election.elections[orders].start", "Use @LeaderTask");
	}

	static class Recorder {

		private final List<String> granted = new CopyOnWriteArrayList<>();

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.granted.add(event.getElection());
		}

	}

	static class OnePartition {

		@LeaderTask("orders:1")
		public void run() {
		}

	}

}
