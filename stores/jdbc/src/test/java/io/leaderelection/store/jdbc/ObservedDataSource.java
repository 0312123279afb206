/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Data source that records statements, commits and rollbacks, and can run a step
 * immediately before a commit.
 */
final class ObservedDataSource extends DelegatingDataSource {

	private final List<String> calls = new CopyOnWriteArrayList<>();

	private volatile Step beforeCommit = () -> {
	};

	ObservedDataSource(DataSource target) {
		super(target);
	}

	List<String> calls() {
		return this.calls;
	}

	/** Runs a step when only the commit remains to be sent. */
	void beforeCommit(Step step) {
		this.beforeCommit = step;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if (method.getName().startsWith("prepareStatement")) {
						this.calls.add(String.valueOf(arguments[0]));
					}
					else if (method.getName().equals("commit") || method.getName().equals("rollback")) {
						this.calls.add(method.getName());
					}
					if (method.getName().equals("commit")) {
						this.beforeCommit.run();
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	/** A step before the commit. */
	interface Step {

		void run() throws Exception;

	}

}
