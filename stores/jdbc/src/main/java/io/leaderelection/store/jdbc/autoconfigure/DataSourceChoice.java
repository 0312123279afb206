/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Chooses the application's data source for the store: the one qualified with
 * {@link LeaderElectionStore}, otherwise the single or primary one.
 */
final class DataSourceChoice {

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<DataSource> all;

	private final ObjectProvider<DataSource> qualified;

	DataSourceChoice(ConfigurableListableBeanFactory beanFactory, ObjectProvider<DataSource> all,
			ObjectProvider<DataSource> qualified) {
		this.beanFactory = beanFactory;
		this.all = all;
		this.qualified = qualified;
	}

	/**
	 * Chooses the data source.
	 * @return the data source, or {@code null} if there is none, or several without a
	 * qualified or primary one
	 * @throws LeaderElectionConfigurationException if several are qualified
	 */
	@Nullable Candidate choose() {
		DataSource chosen = this.qualified.getIfUnique();
		if (chosen == null) {
			List<DataSource> several = this.qualified.stream().toList();
			if (several.size() > 1) {
				throw new LeaderElectionConfigurationException(
						"Several DataSource beans are annotated with @LeaderElectionStore: "
								+ several.stream().map(this::name).collect(Collectors.joining(", ")),
						"Keep the annotation on the one that leader election is to use");
			}
			chosen = this.all.getIfUnique();
		}
		return (chosen != null) ? new Candidate(name(chosen), chosen) : null;
	}

	/**
	 * Returns why no data source was chosen.
	 * @return the reason
	 */
	String reasonForNone() {
		String[] names = names();
		if (names.length == 0) {
			return "there is no DataSource bean";
		}
		if (names.length == 1) {
			return "the DataSource bean '" + names[0]
					+ "' is not an autowire candidate, and is not annotated with @LeaderElectionStore";
		}
		return "there are several DataSource beans (" + String.join(", ", names)
				+ "), and none is annotated with @LeaderElectionStore or @Primary";
	}

	private String name(DataSource dataSource) {
		return Arrays.stream(names())
			.filter(this::isCreated)
			.filter((name) -> dataSource.equals(this.beanFactory.getBean(name)))
			.findFirst()
			.orElse("dataSource");
	}

	/** Other beans may be costly or impossible to create. */
	private boolean isCreated(String name) {
		return !this.beanFactory.containsBeanDefinition(name) || this.beanFactory.containsSingleton(name);
	}

	private String[] names() {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, DataSource.class);
	}

	/**
	 * A data source bean.
	 *
	 * @param beanName the name of the bean
	 * @param dataSource the bean
	 */
	record Candidate(String beanName, DataSource dataSource) {

		/** Returns the name for messages. */
		String describe() {
			return "the DataSource bean '" + this.beanName + "'";
		}
	}

}
