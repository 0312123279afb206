/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.Features;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.eligibility.LeadershipEligibility;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A feature that an application uses, but whose auto-configuration it leaves out, is not
 * lost silently.
 */
class MissingFeaturesTests {

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=orders")
		.withBean(LeaseStore.class, this.memory::open)
		.withBean(StoreTraits.class, this.memory::traits);

	private static void assertRefused(ApplicationContextRunner runner, String what, String autoConfiguration) {
		runner.run((context) -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
			.isInstanceOf(LeaderElectionConfigurationException.class)
			.hasMessageContainingAll(what, "has no effect", autoConfiguration, "spring.autoconfigure.exclude"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Task.class, Tick.class, Stalled.class, Divided.class, Managed.class, Eligible.class })
	void usedFeatureIsRefused(Class<?> type) {
		String[] expected = switch (type.getSimpleName()) {
			case "Task" -> new String[] { "@LeaderTask on", "LeaderElectionTaskAutoConfiguration" };
			case "Tick" -> new String[] { "@OncePerTick on", "LeaderElectionScheduleAutoConfiguration" };
			case "Stalled" -> new String[] { "maxDuration", "LeaderElectionStallAutoConfiguration" };
			case "Divided" -> new String[] { "partitionKey", "LeaderElectionPartitionAutoConfiguration" };
			case "Managed" -> new String[] { "@StartOnLeader", "LeaderElectionTaskAutoConfiguration" };
			default -> new String[] { "LeadershipEligibility", "LeaderElectionEligibilityAutoConfiguration" };
		};
		assertRefused(this.runner.withBean(type), expected[0], expected[1]);
	}

	@Test
	void propertiesOfAFeatureAreRefused() {
		assertRefused(this.runner.withPropertyValues("leader-election.eligible-when=db"), "eligible-when",
				"LeaderElectionEligibilityAutoConfiguration");
	}

	@Test
	void guardedMethodNeedsNoFeature() {
		this.runner.withBean(Plain.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { Task.class, Stalled.class, Eligible.class })
	void featureWithItsAutoConfigurationIsAccepted(Class<?> type) {
		this.runner.withConfiguration(Features.and())
			.withBean(type)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	static class Plain {

		@OnLeader
		void run() {
		}

	}

	static class Task {

		@LeaderTask
		void run() {
		}

	}

	static class Tick {

		@OnLeader
		@OncePerTick
		@Scheduled(cron = "0 0 0 1 1 *")
		void run() {
		}

	}

	static class Stalled {

		@OnLeader(maxDuration = "1h")
		void run() {
		}

	}

	static class Divided {

		@OnLeader(partitionKey = "#key")
		void run(String key) {
		}

	}

	@StartOnLeader
	static class Managed extends ManagedBean {

	}

	static class Eligible implements LeadershipEligibility {

		@Override
		public boolean isEligible(String election) {
			return true;
		}

	}

}
