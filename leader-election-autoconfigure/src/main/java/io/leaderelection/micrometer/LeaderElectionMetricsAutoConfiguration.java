/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.time.TimeSystem;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ LeaderElections.class, MeterRegistry.class })
public final class LeaderElectionMetricsAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionMetrics")
	@ConditionalOnMissingBean
	LeaderElectionMetrics leaderElectionMetrics(ObjectProvider<LeaderElections> elections,
			ObjectProvider<TimeSystem> time, LeaderElectionSettings settings) {
		return new LeaderElectionMetrics(elections::getObject, time.getIfUnique(TimeSystem::system).ticker(),
				settings.partitionMeters());
	}

	/**
	 * Avoids duplicates: the meter of operations has the same values, even without
	 * observations.
	 */
	@Bean(BeanNames.PREFIX + "leaderElectionStoreCallMeterFilter")
	@ConditionalOnBean(type = "io.micrometer.observation.ObservationRegistry")
	static MeterFilter leaderElectionStoreCallMeterFilter() {
		return MeterFilter.denyNameStartsWith("leader.election.store.call");
	}

}
