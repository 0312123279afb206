/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.ElectionState;
import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.ReducedClassPath;
import io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.eligibility.LeadershipEligibility;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for elections that depend on the health of the application.
 */
class EligibilityPropertiesTests {

	private final AtomicReference<Status> db = new AtomicReference<>(Status.UP);

	private final ApplicationContextRunner withoutHealth = new ApplicationContextRunner()
		.withConfiguration(Features.and())
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local)
		.withPropertyValues("leader-election.ineligible-after=200ms");

	private final ApplicationContextRunner contextRunner = this.withoutHealth
		.withConfiguration(AutoConfigurations.of(HealthContributorRegistryAutoConfiguration.class,
				HealthContributorAutoConfiguration.class, HealthEndpointAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class))
		.withBean("dbHealthIndicator", HealthIndicator.class, () -> () -> Health.status(this.db.get()).build())
		.withBean("storesHealthContributor", HealthContributor.class,
				() -> CompositeHealthContributor
					.fromMap(Map.of("orders", (HealthIndicator) () -> Health.status(this.db.get()).build())))
		.withPropertyValues("management.endpoints.web.exposure.include=health");

	private static LeaderElection election(LeaderElections elections) {
		return elections.get("billing");
	}

	@ParameterizedTest
	@CsvSource({ "db", "stores", "stores/orders", "vital" })
	void unhealthyInstanceHandsOverAndLeadsAgainLater(String name) {
		this.contextRunner
			.withPropertyValues("leader-election.elections.billing.eligible-when=" + name,
					"management.endpoint.health.group.vital.include=stores,db")
			.run((context) -> {
				LeaderElection billing = election(context.getBean(LeaderElections.class));
				Awaitility.await().until(billing::isLeader);
				this.db.set(Status.OUT_OF_SERVICE);
				Awaitility.await().until(() -> billing.status().state() == ElectionState.PAUSED);
				this.db.set(Status.UP);
				Awaitility.await().until(billing::isLeader);
			});
	}

	@ParameterizedTest
	@EnumSource(ElectionMode.class)
	void isCheckedOnlyByAnInstanceThatContends(ElectionMode mode) {
		this.withoutHealth.withBean(LeadershipEligibility.class, () -> (election) -> true)
			.withPropertyValues("leader-election.mode=" + mode)
			.run((context) -> assertThat(context.containsBean("io.leaderelection.leaderElectionEligibility"))
				.isEqualTo(mode == ElectionMode.ELECT));
	}

	@Test
	void unknownHealthCountsAsHealthy() {
		this.db.set(Status.UNKNOWN);
		this.contextRunner.withPropertyValues("leader-election.elections.billing.eligible-when=db")
			.run((context) -> Awaitility.await().until(election(context.getBean(LeaderElections.class))::isLeader));
	}

	@Test
	void electionInheritsCommonSettingsUnlessOverridden() {
		this.db.set(Status.DOWN);
		this.contextRunner
			.withPropertyValues("leader-election.eligible-when=db", "leader-election.elections.billing.max-term=1h",
					"leader-election.elections.reports.eligible-when=")
			.run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				Awaitility.await().until(elections.get("reports")::isLeader);
				assertThat(elections.get("billing").isLeader()).isFalse();
			});
	}

	@Test
	void hangingCheckAffectsOnlyItsOwnElection() {
		CountDownLatch hanging = new CountDownLatch(1);
		this.contextRunner.withBean("stuckHealthIndicator", HealthIndicator.class, () -> () -> {
			awaitUninterruptibly(hanging);
			return Health.up().build();
		})
			.withPropertyValues("leader-election.elections.billing.eligible-when=stuck",
					"leader-election.elections.reports.eligible-when=db")
			.run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				Awaitility.await().until(elections.get("reports")::isLeader);
				assertThat(election(elections).status().state()).isEqualTo(ElectionState.PAUSED);
				hanging.countDown();
				Awaitility.await().until(election(elections)::isLeader);
			});
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void beanOfTheApplicationDecides() {
		AtomicReference<String> refused = new AtomicReference<>("billing");
		this.withoutHealth.withBean(LeadershipEligibility.class, () -> (election) -> !election.equals(refused.get()))
			.withPropertyValues("leader-election.elections.billing.max-term=1h",
					"leader-election.elections.reports.max-term=1h")
			.run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				Awaitility.await().until(elections.get("reports")::isLeader);
				assertThat(election(elections).isLeader()).isFalse();
				refused.set("nothing");
				Awaitility.await().until(election(elections)::isLeader);
			});
	}

	@Test
	void unknownContributorIsRefusedWithTheKnownOnes() {
		this.contextRunner
			.withPropertyValues("leader-election.elections.billing.eligible-when=db,dbb",
					"management.endpoint.health.group.vital.include=db")
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOf(LeaderElectionConfigurationException.class)
				.hasMessageContaining("leader-election.elections[billing].eligible-when names 'dbb'")
				.hasMessageContaining("db, ping, stores, vital"));
	}

	@ParameterizedTest
	@CsvSource({ "leader", "all" })
	void healthOfElectionsThemselvesIsRefused(String name) {
		this.contextRunner
			.withPropertyValues("leader-election.elections.billing.eligible-when=" + name,
					"management.endpoint.health.group.all.include=*")
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOf(LeaderElectionConfigurationException.class)
				.hasMessageContaining("names '" + name + "', which includes 'leader'")
				.hasMessageContaining("exclude 'leader'"));
	}

	@Test
	void healthNamesAreRefusedWithoutActuator() {
		this.withoutHealth.withPropertyValues("leader-election.eligible-when=db")
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOf(LeaderElectionConfigurationException.class)
				.hasMessageContaining("leader-election.eligible-when names 'db'")
				.hasMessageContaining("spring-boot-starter-actuator"));
	}

	@Test
	void worksWithoutHealthOnTheClassPath() throws Exception {
		ReducedClassPath.check(WithoutHealth.class, "org.springframework.boot.health.contributor.Health",
				"spring-boot-health", "spring-boot-actuator");
	}

	@ParameterizedTest
	@CsvSource({ "0s", "99ms", "-1s", "2d" })
	void ineligibleAfterOutOfRangeIsRefused(String duration) {
		this.withoutHealth.withPropertyValues("leader-election.ineligible-after=" + duration)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.ineligible-after")
				.hasMessageContaining("between 100ms and 1d"));
	}

}
