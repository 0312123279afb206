/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the health contributor {@code leader}.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(LeaderElections.class)
@ConditionalOnEnabledHealthIndicator("leader")
@Import(LeaderElectionDetailsConfiguration.class)
public final class LeaderElectionHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "leaderHealthIndicator", "leaderHealthContributor" })
	LeaderElectionHealthIndicator leaderHealthContributor(LeaderElections elections, LeaderElectionSettings settings,
			ObjectProvider<ElectionDetails> details, ObjectProvider<TimeSystem> time) {
		return new LeaderElectionHealthIndicator(elections,
				(election) -> settings.of(election).settings().timing().lease(), settings.vacancyThreshold(),
				details.orderedStream().toList(), time.getIfUnique(TimeSystem::system).wallClock());
	}

}
