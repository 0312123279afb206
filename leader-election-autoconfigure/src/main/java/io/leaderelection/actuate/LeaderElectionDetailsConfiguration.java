/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.autoconfigure.BeanNames;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * The checkpoints of an election, for the endpoint and for health.
 */
@Configuration(proxyBeanMethods = false)
class LeaderElectionDetailsConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionCheckpointDetails")
	@Order(0)
	static ElectionDetails leaderElectionCheckpointDetails() {
		return new CheckpointDetails();
	}

}
