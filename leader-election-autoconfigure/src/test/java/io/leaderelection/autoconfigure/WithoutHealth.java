/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.eligibility.LeadershipEligibility;
import org.awaitility.Awaitility;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Run by a class loader without health and Actuator.
 */
final class WithoutHealth {

	private WithoutHealth() {
	}

	static String check() {
		AtomicBoolean eligible = new AtomicBoolean();
		ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(Features.and())
			.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local)
			.withPropertyValues("leader-election.ineligible-after=200ms");
		runner.withBean(LeadershipEligibility.class, () -> (election) -> eligible.get()).run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			assertThat(election.isLeader()).isFalse();
			eligible.set(true);
			Awaitility.await().until(election::isLeader);
		});
		runner.withPropertyValues("leader-election.eligible-when=db")
			.run((context) -> assertThat(context.getStartupFailure())
				.isInstanceOf(LeaderElectionConfigurationException.class)
				.hasMessageContaining("leader-election.eligible-when names 'db'")
				.hasMessageContaining("spring-boot-starter-actuator"));
		return "checked";
	}

}
