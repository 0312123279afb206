/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaderElectionProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionManager;

/**
 * Finds the transaction managers to fence: those named in the property, otherwise all
 * that work on a data source.
 */
final class FencedManagers {

	private static final String PROPERTY = JdbcLeaderElectionProperties.FENCED_TRANSACTIONS;

	static final String NAMES = "leader-election.jdbc.fenced-transaction-managers";

	private static final String DATA_SOURCE = "dataSource";

	private static final Logger logger = LoggerFactory.getLogger(FencedManagers.class);

	private final ListableBeanFactory beanFactory;

	FencedManagers(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Finds the transaction managers.
	 * @return at least one transaction manager
	 * @throws LeaderElectionConfigurationException if there is none, or if a named one
	 * cannot be fenced
	 */
	List<Manager> find() {
		Map<String, TransactionManager> all = new TreeMap<>(
				BeanFactoryUtils.beansOfTypeIncludingAncestors(this.beanFactory, TransactionManager.class));
		List<String> names = this.beanFactory.getBean(JdbcLeaderElectionProperties.class).fencedTransactionManagers();
		List<Manager> found = new ArrayList<>();
		if (!names.isEmpty()) {
			names.forEach((name) -> found.add(named(name, all)));
			return found;
		}
		all.forEach((name, manager) -> {
			if (worksOnDataSource(manager)) {
				found.add(manager(name, manager));
			}
			else {
				logger.info("Transactions of the transaction manager '{}' are not fenced: it does not work on a "
						+ "DataSource", name);
			}
		});
		if (found.isEmpty()) {
			throw new LeaderElectionConfigurationException(
					PROPERTY + " is true, but there is no transaction manager over a DataSource",
					"Define a JdbcTransactionManager or a JpaTransactionManager, or remove the property");
		}
		return found;
	}

	private static Manager named(String name, Map<String, TransactionManager> all) {
		TransactionManager manager = all.get(name);
		if (manager == null) {
			throw new LeaderElectionConfigurationException(
					NAMES + " names '" + name + "', but there is no such transaction manager",
					"Use one of: " + String.join(", ", all.keySet()));
		}
		if (!worksOnDataSource(manager)) {
			throw new LeaderElectionConfigurationException(
					NAMES + " names '" + name + "', which does not work on a DataSource",
					"Name a JdbcTransactionManager or a JpaTransactionManager");
		}
		return manager(name, manager);
	}

	/**
	 * Checks the bean property, because the class of a manager may not be on the class
	 * path.
	 */
	private static boolean worksOnDataSource(TransactionManager manager) {
		return manager instanceof ConfigurableTransactionManager && bean(manager).isReadableProperty(DATA_SOURCE);
	}

	private static Manager manager(String name, TransactionManager manager) {
		if (!(bean(manager).getPropertyValue(DATA_SOURCE) instanceof DataSource dataSource)) {
			throw new LeaderElectionConfigurationException(
					PROPERTY + " is true, but the transaction manager '" + name + "' does not know its DataSource",
					"Set its property 'dataSource', or name the transaction managers to fence in " + NAMES);
		}
		return new Manager(name, (ConfigurableTransactionManager) manager, dataSource);
	}

	private static BeanWrapper bean(TransactionManager manager) {
		return PropertyAccessorFactory.forBeanPropertyAccess(manager);
	}

	/**
	 * A transaction manager.
	 *
	 * @param name the name of the bean
	 * @param bean the transaction manager, which accepts listeners
	 * @param dataSource the data source that it works on
	 */
	record Manager(String name, ConfigurableTransactionManager bean, DataSource dataSource) {

	}

}
