/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.List;
import java.util.Objects;

import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Configuration properties of the {@code jdbc} store and of other stores over a database.
 *
 * @param url JDBC URL of the database with the tables. Default is that of the
 * application's DataSource.
 * @param username User for the given URL.
 * @param password Password for the given URL.
 * @param tableName Name of the table with the records, optionally with its schema before
 * a dot. The name of the table with the fences is derived from it: leader_fence for
 * leader_lease.
 * @param initializeSchema When to create missing tables: in an in-memory database,
 * always, or never.
 * @param fencedTransactions Whether to commit a transaction that begins in a guarded call
 * only if its term is still the latest one. Requires transaction managers over the
 * database with the tables.
 * @param fencedTransactionManagers Names of the transaction manager beans whose
 * transactions are fenced. Default is all that work on a DataSource.
 */
@Lazy
@ConfigurationProperties("leader-election.jdbc")
public record JdbcLeaderElectionProperties(@Nullable String url, @Nullable String username, @Nullable String password,
		String tableName, SchemaInitialization initializeSchema, boolean fencedTransactions,
		List<String> fencedTransactionManagers) {

	/** The property that enables fenced transactions. */
	public static final String FENCED_TRANSACTIONS = "leader-election.jdbc.fenced-transactions";

	/**
	 * Sets the defaults, because the binder passes {@code null} for what is not set. They
	 * are not annotations, which messages about wrong values would show.
	 */
	public JdbcLeaderElectionProperties {
		tableName = Objects.requireNonNullElse(tableName, JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME);
		initializeSchema = Objects.requireNonNullElse(initializeSchema, SchemaInitialization.EMBEDDED);
		fencedTransactionManagers = Objects.requireNonNullElse(fencedTransactionManagers, List.of());
	}

	/**
	 * Returns whether transactions are fenced. Fails if the property is neither true nor
	 * false, so that a typing error does not disable fencing unnoticed.
	 * @param environment the environment with the property
	 * @return {@code true} if the property is true
	 */
	public static boolean areTransactionsFenced(Environment environment) {
		return Binder.get(environment).bind(FENCED_TRANSACTIONS, Boolean.class).orElse(false);
	}

	/** Omits URL and password, which may be secrets. */
	@Override
	public String toString() {
		return "JdbcLeaderElectionProperties[username=" + this.username + ", tableName=" + this.tableName + "]";
	}

}
