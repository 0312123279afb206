/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaderElectionProperties;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import io.leaderelection.store.jdbc.fence.autoconfigure.FencedManagers.Manager;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Fences the transaction managers of the application before any election starts.
 */
final class FencedTransactionsActivation implements SmartInitializingSingleton, DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(FencedTransactionsActivation.class);

	/** The postgres store uses the same tables. */
	private static final Set<String> STORES = Set.of(JdbcLeaseStoreFactory.NAME, "postgres");

	/** The types of elections without a store, by leader-election.mode. */
	private static final Set<String> NO_STORES = Set.of("always", "never");

	private final ListableBeanFactory beanFactory;

	private final Environment environment;

	private final IdentityHashMap<DataSource, FenceProof> proofs = new IdentityHashMap<>();

	FencedTransactionsActivation(ListableBeanFactory beanFactory, Environment environment) {
		this.beanFactory = beanFactory;
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (JdbcLeaderElectionProperties.areTransactionsFenced(this.environment)) {
			activate();
		}
	}

	private void activate() {
		String store = this.beanFactory.getBean(LeaderElections.class).backend().type();
		if (NO_STORES.contains(store)) {
			logger.info("Transactions are not fenced, because leader-election.mode is '{}'", store);
			return;
		}
		if (!STORES.contains(store)) {
			throw new LeaderElectionConfigurationException(
					JdbcLeaderElectionProperties.FENCED_TRANSACTIONS + " is true, but elections are stored in '" + store
							+ "', not in the database",
					"Set leader-election.backend to jdbc or postgres, or remove the property and compare fencing tokens "
							+ "in your statements");
		}
		JdbcStoreSetup setup = this.beanFactory.getBean(JdbcStoreSetup.class);
		List<Manager> found = new FencedManagers(this.beanFactory).find();
		for (Manager manager : found) {
			FenceProof fence = this.proofs.computeIfAbsent(manager.dataSource(), (dataSource) -> new FenceProof(manager,
					() -> setup.choose(store), setup.tableName(), TimeSystem.system())
				.begin());
			manager.bean().addListener(new FencedTransactions(manager.dataSource(), fence));
		}
		logger.info("Transactions that begin in guarded calls are fenced, those of: {}",
				found.stream().map(Manager::name).collect(Collectors.joining(", ")));
	}

	@Override
	public void destroy() {
		this.proofs.values().forEach(FenceProof::close);
	}

}
