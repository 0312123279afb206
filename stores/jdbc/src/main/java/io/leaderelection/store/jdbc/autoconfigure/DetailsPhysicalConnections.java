/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import io.leaderelection.store.jdbc.connection.DatabaseCredentials;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * Uses Boot's connection details if Boot created the data source from them: from
 * properties, containers or compose files.
 */
final class DetailsPhysicalConnections implements PhysicalConnections {

	private static final String MADE_BY_BOOT = "org.springframework.boot.jdbc.autoconfigure.";

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<JdbcConnectionDetails> details;

	DetailsPhysicalConnections(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.details = beanFactory.getBeanProvider(JdbcConnectionDetails.class);
	}

	@Override
	public @Nullable ConnectionSource sourceFor(Candidate candidate) {
		JdbcConnectionDetails details = isMadeByBoot(candidate.beanName()) ? this.details.getIfUnique() : null;
		if (details == null) {
			return null;
		}
		return new DriverConnectionSource(candidate.describe(),
				() -> DriverConnectionSource.Target.of(details.getJdbcUrl(), details.getDriverClassName(),
						new DatabaseCredentials(details.getUsername(), details.getPassword())));
	}

	private boolean isMadeByBoot(String beanName) {
		if (!this.beanFactory.containsBeanDefinition(beanName)) {
			return false;
		}
		BeanDefinition definition = this.beanFactory.getBeanDefinition(beanName);
		return startsWith(definition.getFactoryBeanName()) || startsWith(definition.getBeanClassName());
	}

	private static boolean startsWith(@Nullable String className) {
		return className != null && className.startsWith(MADE_BY_BOOT);
	}

}
