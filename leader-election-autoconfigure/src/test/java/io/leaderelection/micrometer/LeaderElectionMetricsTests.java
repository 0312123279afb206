/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Leader;
import io.leaderelection.LeaderChange;
import io.leaderelection.Revocation;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.Contexts;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.testkit.ManualTicker;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderElectionMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final ApplicationContextRunner contextRunner = Contexts.following()
		.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class, () -> this.registry)
		.withBean(Job.class);

	private double gauge(String meter, String... tags) {
		return this.registry.get(meter).tags(tags).gauge().value();
	}

	@Test
	void metersAreRegisteredAtZero() {
		this.contextRunner.run((context) -> {
			assertThat(gauge(MeterNames.LEADING, "election", "billing")).isZero();
			assertThat(gauge(MeterNames.VACANT, "election", "billing")).isOne();
			assertThat(gauge(MeterNames.LEASE_REMAINING)).isZero();
			assertThat(this.registry.get(MeterNames.TRANSITIONS).tag("transition", "granted").counter().count())
				.isZero();
			assertThat(this.registry.get(MeterNames.TRANSITIONS).tag("transition", "revoked").counter().count())
				.isZero();
			assertThat(this.registry.get(MeterNames.TERM).timer().count()).isZero();
			assertThat(this.registry.get(MeterNames.FAILOVER).timer().count()).isZero();
			assertThat(this.registry.get(MeterNames.GUARDED).counters())
				.extracting((counter) -> counter.getId().getTag("outcome"))
				.containsExactlyInAnyOrder("executed", "skipped", "vacant", "rejected", "interrupted");
			assertThat(this.registry.get(MeterNames.OPERATION_TIME).timers()).hasSize(4);
		});
	}

	@Test
	void ticksAreRegisteredAtZeroAndCountedByOutcome() {
		this.contextRunner.withBean(Nightly.class).withPropertyValues("leader-election.mode=always").run((context) -> {
			assertThat(this.registry.get(MeterNames.TICKS).tag("election", "billing").tag("tick", "bills").counters())
				.extracting((counter) -> counter.getId().getTag("outcome"))
				.containsExactlyInAnyOrder("run", "caught_up", "repeated", "missed", "overrun", "already_done",
						"given_up", "clock");
			context.getBean(Ticks.class).call("bills");
			context.getBean(Ticks.class).call("bills");
			assertThat(this.registry.get(MeterNames.TICKS).tag("outcome", "already_done").counter().count()).isOne();
		});
	}

	@Test
	void metersHaveADescriptionAndNoElectionButTheirOwn() {
		this.contextRunner.run((context) -> {
			List<Meter> meters = this.registry.getMeters()
				.stream()
				.filter((meter) -> meter.getId().getName().startsWith("leader.election"))
				.toList();
			assertThat(meters).isNotEmpty()
				.allSatisfy((meter) -> assertThat(meter.getId().getDescription()).isNotBlank());
			assertThat(this.registry.get(MeterNames.LEASE_REMAINING).timeGauge().baseTimeUnit())
				.isEqualTo(TimeUnit.SECONDS);
		});
	}

	@Test
	void guardedCallsAreCounted() {
		this.contextRunner.run((context) -> {
			context.getBean(Job.class).run();
			assertThat(guarded("vacant")).isOne();
			assertThat(guarded("executed")).isZero();
		});
	}

	@Test
	void executedCallsAreCounted() {
		this.contextRunner.withPropertyValues("leader-election.mode=always").run((context) -> {
			context.getBean(Job.class).run();
			assertThat(guarded("executed")).isOne();
			assertThat(gauge(MeterNames.LEADING)).isOne();
			assertThat(this.registry.get(MeterNames.OPERATION_TIME).tag("operation", "acquire").timer()).isNotNull();
		});
	}

	private double guarded(String outcome) {
		return this.registry.get(MeterNames.GUARDED).tag("outcome", outcome).counter().count();
	}

	@Test
	void metersAreRemovedWithTheContext() {
		this.contextRunner.run((context) -> assertThat(this.registry.getMeters()).isNotEmpty());
		assertThat(this.registry.getMeters())
			.noneMatch((meter) -> meter.getId().getName().startsWith("leader.election"));
	}

	@Test
	void termsAndVacanciesAreTimed() {
		ManualTicker ticker = new ManualTicker(0);
		try (ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build()) {
			engine.join("billing");
			engine.start();
			LeaderElectionMetrics metrics = new LeaderElectionMetrics(() -> engine, ticker, false);
			metrics.bindTo(this.registry);
			metrics.granted(engine.get("billing").leadership().orElseThrow());
			ticker.advance(Duration.ofSeconds(7));
			metrics.revoked(new Revocation("billing", 1, TransitionCause.LOST));
			Leader leader = engine.get("billing").leader().orElseThrow();
			metrics.leaderChanged(new LeaderChange("billing", leader, null));
			ticker.advance(Duration.ofSeconds(3));
			metrics.leaderChanged(new LeaderChange("billing", null, leader));
			metrics.completed("renew", "timeout", Duration.ofSeconds(1));
			assertThat(this.registry.get(MeterNames.TERM).timer().totalTime(TimeUnit.SECONDS)).isEqualTo(7);
			assertThat(this.registry.get(MeterNames.FAILOVER).timer().totalTime(TimeUnit.SECONDS)).isEqualTo(3);
			assertThat(this.registry.get(MeterNames.TRANSITIONS).tag("cause", "lost").counter().count()).isOne();
			assertThat(this.registry.get(MeterNames.OPERATION_TIME).tag("outcome", "timeout").timer().count()).isOne();
		}
	}

	static class Nightly {

		@Scheduled(cron = "0 0 0 1 1 *", zone = "UTC")
		@OnLeader("billing")
		@OncePerTick(name = "bills")
		void run() {
		}

	}

	static class Job {

		@OnLeader("billing")
		public void run() {
		}

	}

}
