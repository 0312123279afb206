/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * A candidate that uses Spring Integration over a database, with the application's pool.
 */
final class IntegrationJdbcCandidate extends IntegrationCandidate {

	IntegrationJdbcCandidate(CandidateSettings settings) {
		super(settings, Application.class);
	}

	@Override
	LockRegistry<?> registry(ConfigurableApplicationContext context, CandidateSettings settings) {
		DefaultLockRepository repository = context.getBean(DefaultLockRepository.class);
		return (settings.lease() != null) ? new JdbcLockRegistry(repository, settings.lease())
				: new JdbcLockRegistry(repository);
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		static DefaultLockRepository lockRepository(DataSource dataSource) {
			return new DefaultLockRepository(dataSource);
		}

	}

}
