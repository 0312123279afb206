/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElections;
import io.leaderelection.observation.DefaultGuardedCallObservationConvention;
import io.leaderelection.observation.DefaultHandoverObservationConvention;
import io.leaderelection.observation.DefaultStoreCallObservationConvention;
import io.leaderelection.observation.DefaultTaskObservationConvention;
import io.leaderelection.observation.GuardedCallObservationConvention;
import io.leaderelection.observation.HandoverObservationConvention;
import io.leaderelection.observation.LeaderElectionObservations;
import io.leaderelection.observation.StoreCallObservationConvention;
import io.leaderelection.observation.TaskObservationConvention;
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

	@Bean
	@ConditionalOnMissingBean
	LeaderElectionObservations leaderElectionObservations(ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<LeaderElections> elections, ObjectProvider<GuardedCallObservationConvention> guardedCall,
			ObjectProvider<TaskObservationConvention> task, ObjectProvider<HandoverObservationConvention> handover,
			ObjectProvider<StoreCallObservationConvention> storeCall) {
		return new LeaderElectionObservations(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP),
				elections::getObject, guardedCall.getIfAvailable(DefaultGuardedCallObservationConvention::new),
				task.getIfAvailable(DefaultTaskObservationConvention::new),
				handover.getIfAvailable(DefaultHandoverObservationConvention::new),
				storeCall.getIfAvailable(DefaultStoreCallObservationConvention::new));
	}

}
