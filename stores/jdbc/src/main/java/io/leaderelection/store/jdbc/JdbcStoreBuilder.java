/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.function.Function;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the factory of a store over a database.
 *
 * @param <F> the type of the factory
 */
public final class JdbcStoreBuilder<F extends LeaseStoreFactory> {

	private final ConnectionSource source;

	private final Function<JdbcStoreBuilder<F>, F> factory;

	private @Nullable JdbcDialect dialect;

	private String tableName = JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME;

	private boolean createsTables;

	private TimeSystem time = TimeSystem.system();

	/**
	 * Creates a builder with the default table name, which creates no tables.
	 * @param source opens the connections
	 * @param factory creates the factory; fails if the source does not suit it
	 */
	public JdbcStoreBuilder(ConnectionSource source, Function<JdbcStoreBuilder<F>, F> factory) {
		this.source = source;
		this.factory = factory;
	}

	/**
	 * Sets the dialect, for a URL that does not name it.
	 * @param dialect the dialect
	 * @return this
	 */
	public JdbcStoreBuilder<F> dialect(JdbcDialect dialect) {
		this.dialect = dialect;
		return this;
	}

	/**
	 * Sets the name of the table with the records.
	 * @param tableName letters, digits and underscores, optionally with a schema before a
	 * dot; the name of the table with the fences is derived from it
	 * @return this
	 */
	public JdbcStoreBuilder<F> tableName(String tableName) {
		this.tableName = tableName;
		return this;
	}

	/**
	 * Sets whether the first connection creates missing tables.
	 * @param createsTables whether to create them, which requires the right to
	 * @return this
	 */
	public JdbcStoreBuilder<F> createTables(boolean createsTables) {
		this.createsTables = createsTables;
		return this;
	}

	/**
	 * Replaces clocks and threads, for tests.
	 * @param time the clocks and threads that run the calls and measure their timeouts
	 * @return this
	 */
	public JdbcStoreBuilder<F> time(TimeSystem time) {
		this.time = time;
		return this;
	}

	/**
	 * Creates the factory.
	 * @return the factory
	 * @throws IllegalArgumentException if the table name is invalid, or if no dialect is
	 * set and the URL of the source names an unsupported product or, for an exclusive
	 * source, is unknown
	 */
	public F build() {
		return this.factory.apply(this);
	}

	/**
	 * Returns the database of the store.
	 * @return the description of the database
	 */
	public LeaseDatabase database() {
		return new LeaseDatabase(this.source, (this.dialect != null) ? this.dialect : dialectOfUrl(), this.tableName,
				this.createsTables);
	}

	/**
	 * Returns the clocks and threads of the store.
	 * @return those of the machine, unless they are replaced
	 */
	public TimeSystem time() {
		return this.time;
	}

	private @Nullable JdbcDialect dialectOfUrl() {
		String url = this.source.url();
		if (url == null && !this.source.exclusive()) {
			return null;
		}
		String known = (url != null) ? url : "";
		return JdbcDialect.ofUrl(known)
			.orElseThrow(() -> new UnsupportedDatabaseException(this.source.name(), JdbcDialect.product(known)));
	}

}
