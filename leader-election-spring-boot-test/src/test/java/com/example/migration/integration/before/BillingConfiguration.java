/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.before;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

@Configuration(proxyBeanMethods = false)
class BillingConfiguration {

	@Bean
	LockRegistryLeaderInitiator leaderInitiator(DefaultLockRepository repository) {
		JdbcLockRegistry locks = new JdbcLockRegistry(repository, Duration.ofSeconds(15));
		return new LockRegistryLeaderInitiator(locks, new DefaultCandidate("orders-1", "billing"));
	}

}
