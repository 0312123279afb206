/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.List;

import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Configuration properties of the {@code jdbc} store and of other stores over a database.
 */
@Lazy
@ConfigurationProperties("leader-election.jdbc")
public class JdbcLeaderElectionProperties {

	/** The property that enables fenced transactions. */
	public static final String FENCED_TRANSACTIONS = "leader-election.jdbc.fenced-transactions";

	/**
	 * JDBC URL of the database with the tables. Default is that of the application's
	 * DataSource.
	 */
	private @Nullable String url;

	/**
	 * User for the given URL.
	 */
	private @Nullable String username;

	/**
	 * Password for the given URL.
	 */
	private @Nullable String password;

	/**
	 * Name of the table with the records, optionally with its schema before a dot. The
	 * name of the table with the fences is derived from it: leader_fence for
	 * leader_lease.
	 */
	private String tableName = JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME;

	/**
	 * When to create missing tables: in an in-memory database, always, or never.
	 */
	private SchemaInitialization initializeSchema = SchemaInitialization.EMBEDDED;

	/**
	 * Whether to commit a transaction that begins in a guarded call only if its term is
	 * still the latest one. Requires transaction managers over the database with the
	 * tables.
	 */
	private boolean fencedTransactions;

	/**
	 * Names of the transaction manager beans whose transactions are fenced. Default is
	 * all that work on a DataSource.
	 */
	private List<String> fencedTransactionManagers = List.of();

	/**
	 * Returns whether transactions are fenced. Fails if the property is neither true nor
	 * false, so that a typing error does not disable fencing unnoticed.
	 * @param environment the environment with the property
	 * @return {@code true} if the property is true
	 */
	public static boolean areTransactionsFenced(Environment environment) {
		return Binder.get(environment).bind(FENCED_TRANSACTIONS, Boolean.class).orElse(false);
	}

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public String getTableName() {
		return this.tableName;
	}

	public void setTableName(String tableName) {
		this.tableName = tableName;
	}

	public SchemaInitialization getInitializeSchema() {
		return this.initializeSchema;
	}

	public void setInitializeSchema(SchemaInitialization initializeSchema) {
		this.initializeSchema = initializeSchema;
	}

	public boolean isFencedTransactions() {
		return this.fencedTransactions;
	}

	public void setFencedTransactions(boolean fencedTransactions) {
		this.fencedTransactions = fencedTransactions;
	}

	public List<String> getFencedTransactionManagers() {
		return this.fencedTransactionManagers;
	}

	public void setFencedTransactionManagers(List<String> fencedTransactionManagers) {
		this.fencedTransactionManagers = fencedTransactionManagers;
	}

}
