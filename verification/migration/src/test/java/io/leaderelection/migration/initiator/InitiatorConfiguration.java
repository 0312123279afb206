/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration.initiator;

import javax.sql.DataSource;

import io.leaderelection.migration.RollingUpdate;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/**
 * The initiator of the releases that have one.
 */
@Configuration(proxyBeanMethods = false)
class InitiatorConfiguration {

	@Bean
	DefaultLockRepository lockRepository(DataSource dataSource) {
		return new DefaultLockRepository(dataSource);
	}

	@Bean
	JdbcLockRegistry lockRegistry(DefaultLockRepository repository) {
		return new JdbcLockRegistry(repository, RollingUpdate.LEASE);
	}

	@Bean
	LockRegistryLeaderInitiator initiator(JdbcLockRegistry locks) {
		return new LockRegistryLeaderInitiator(locks, new DefaultCandidate(null, "billing"));
	}

}
