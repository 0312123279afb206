/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

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
		ProxyFactory observed = new ProxyFactory(super.getConnection());
		observed.addAdvice((MethodInterceptor) (call) -> {
			String method = call.getMethod().getName();
			if (method.startsWith("prepareStatement")) {
				this.calls.add(String.valueOf(call.getArguments()[0]));
			}
			else if (method.equals("commit") || method.equals("rollback")) {
				this.calls.add(method);
			}
			if (method.equals("commit")) {
				this.beforeCommit.run();
			}
			return call.proceed();
		});
		return (Connection) observed.getProxy();
	}

	/** A step before the commit. */
	interface Step {

		void run() throws Exception;

		/** Runs as the last step in a transaction. */
		default void runIn(TransactionTemplate transaction, Runnable work) {
			transaction.executeWithoutResult((status) -> {
				work.run();
				try {
					run();
				}
				catch (RuntimeException ex) {
					throw ex;
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			});
		}

	}

}
