/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.actuate.LeaderElectionHealthIndicator;
import io.leaderelection.eligibility.LeadershipEligibility;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.guard.Contexts;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A time system bean replaces the clocks and threads of the process, as the test support
 * requires.
 */
@ExtendWith(OutputCaptureExtension.class)
class TimeOfTheApplicationTests {

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(Features.and(LeaderElectionHealthContributorAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=orders")
		.withBean(LeaseStore.class, this.memory::open)
		.withBean(StoreTraits.class, this.memory::traits)
		.withBean(TimeSystem.class, () -> this.time);

	@Test
	void electionsAndHealthUseIt() {
		inManualTime(this.runner, (context) -> {
			LeaderElection election = lead(context);
			assertThat(election.leader().orElseThrow().since()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
			// By the clock of the process, the last answer would be too old
			assertThat(context.getBean(LeaderElectionHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void waitForReadinessUsesIt(CapturedOutput output) {
		inManualTime(this.runner.withBean("springApplicationArguments", Object.class, Object::new), (context) -> {
			this.time.advance(Duration.ofSeconds(29));
			assertThat(output).doesNotContain("Not contending yet");
			this.time.advance(Duration.ofSeconds(1));
			assertThat(output).contains("Not contending yet");
		});
	}

	@Test
	void eligibilityIsAskedAgainWhenAllBeansHaveStarted() {
		// The first question comes before the beans of the last phase have started
		inManualTime(this.runner.withBean(Cache.class), this::lead);
	}

	private LeaderElection lead(ApplicationContext context) {
		this.time.runDue();
		LeaderElection election = Contexts.election(context, "default");
		assertThat(election.isLeader()).isTrue();
		return election;
	}

	private void inManualTime(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> test) {
		runner.run((context) -> {
			try {
				assertThat(context).hasNotFailed();
				test.accept(context);
			}
			finally {
				// Nobody moves time while the context closes
				context.getBean(ElectionEngine.class).stop();
				this.time.advance(Duration.ofMinutes(1));
			}
		});
	}

	/** Is warm, and this instance eligible, when it has started. */
	static class Cache extends ManagedBean implements LeadershipEligibility {

		@Override
		public boolean isEligible(String election) {
			return isRunning();
		}

	}

}
