/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Connection source that counts the round trips to the database.
 */
final class CountingSource implements ConnectionSource {

	private static final Set<String> SENT = Set.of("execute", "executeQuery", "executeUpdate", "executeBatch", "commit",
			"rollback");

	private final ConnectionSource source;

	private final List<String> calls = new CopyOnWriteArrayList<>();

	CountingSource(ConnectionSource source) {
		this.source = source;
	}

	int roundTrips() {
		return this.calls.size();
	}

	List<String> calls() {
		return this.calls;
	}

	void reset() {
		this.calls.clear();
	}

	@Override
	public Connection open(Duration timeout) throws SQLException {
		return counting(Connection.class, this.source.open(timeout));
	}

	@Override
	public boolean exclusive() {
		return this.source.exclusive();
	}

	@Override
	public String url() {
		return this.source.url();
	}

	@Override
	public String name() {
		return this.source.name();
	}

	private <T> T counting(Class<T> type, Object target) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> {
				if (SENT.contains(method.getName())) {
					this.calls.add(method.getName());
				}
				try {
					Object value = method.invoke(target, args);
					if (value instanceof PreparedStatement) {
						return counting(PreparedStatement.class, value);
					}
					return (value instanceof Statement) ? counting(Statement.class, value) : value;
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			}));
	}

}
