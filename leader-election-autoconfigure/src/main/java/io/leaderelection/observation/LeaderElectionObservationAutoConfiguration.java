/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of observations, for traces.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ LeaderElections.class, ObservationRegistry.class })
public final class LeaderElectionObservationAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionObservations")
	@ConditionalOnMissingBean
	LeaderElectionObservations leaderElectionObservations(ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<LeaderElections> elections, ObjectProvider<LeaderElectionObservationConvention> convention) {
		return new LeaderElectionObservations(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP),
				elections::getObject, convention.getIfAvailable(LeaderElectionObservationConvention::new));
	}

}
