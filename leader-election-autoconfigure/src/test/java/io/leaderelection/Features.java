/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.eligibility.LeaderElectionEligibilityAutoConfiguration;
import io.leaderelection.guard.partition.LeaderElectionPartitionAutoConfiguration;
import io.leaderelection.guard.reactive.LeaderElectionReactiveAutoConfiguration;
import io.leaderelection.guard.stall.LeaderElectionStallAutoConfiguration;
import io.leaderelection.schedule.LeaderElectionScheduleAutoConfiguration;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.util.ClassUtils;

/**
 * The auto-configurations of leader election that need no other library.
 */
public final class Features {

	private Features() {
	}

	/**
	 * Returns the auto-configurations.
	 * @param others further ones
	 */
	public static AutoConfigurations and(Class<?>... others) {
		List<Class<?>> all = new ArrayList<>(
				List.of(LeaderElectionAutoConfiguration.class, LeaderElectionEligibilityAutoConfiguration.class,
						LeaderElectionPartitionAutoConfiguration.class, LeaderElectionScheduleAutoConfiguration.class,
						LeaderElectionStallAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class));
		all.addAll(List.of(others));
		if (ClassUtils.isPresent("reactor.core.publisher.Flux", Features.class.getClassLoader())) {
			// Spring Boot reads its condition from the class file, a test from the class
			all.add(LeaderElectionReactiveAutoConfiguration.class);
		}
		return AutoConfigurations.of(all.toArray(Class<?>[]::new));
	}

}
