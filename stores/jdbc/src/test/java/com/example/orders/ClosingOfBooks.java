/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.handover.FinishingWork;

/**
 * Work on the leader that still needs the application's own database when it is told to
 * stop. In a package of its own, as an application is.
 */
public class ClosingOfBooks {

	private final DataSource dataSource;

	private final FinishingWork work = new FinishingWork(this::write);

	public ClosingOfBooks(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	private int write() throws SQLException {
		try (Connection connection = this.dataSource.getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("create table if not exists books (entry integer)");
			return statement.executeUpdate("insert into books (entry) values (1)");
		}
	}

	public FinishingWork work() {
		return this.work;
	}

}
