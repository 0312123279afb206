/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.leaderelection.servers.Loopback;

/**
 * A SQL database.
 *
 * @param profile the profile of the sample
 * @param url the URL of the database, with a placeholder for the port
 * @param parameters the parameters of the URL for instances, which end the sessions of
 * those that are stopped or cut off
 * @param user the user of the database
 */
record SqlAccess(String profile, String url, String parameters, String user) implements StoreAccess {

	private static final String DELETE_RECORD = "delete from leader_lease where election = '" + ChaosStore.ELECTION
			+ "'";

	/** PostgreSQL, with rows only or with advisory locks as well. */
	static SqlAccess postgres(String profile) {
		return new SqlAccess(profile, "jdbc:postgresql://" + Loopback.HOST + ":%d/postgres", "", "postgres");
	}

	static SqlAccess mariaDb() {
		return new SqlAccess("mariadb", "jdbc:mariadb://" + Loopback.HOST + ":%d/test",
				"?sessionVariables=idle_transaction_timeout=2", "root");
	}

	static SqlAccess mySql() {
		return new SqlAccess("mysql",
				"jdbc:mysql://" + Loopback.HOST + ":%d/test?sslMode=DISABLED&allowPublicKeyRetrieval=true",
				"&sessionVariables=wait_timeout=2", "root");
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=" + this.profile,
				"--spring.datasource.url=" + this.url.formatted(port) + this.parameters,
				"--spring.datasource.hikari.maximum-pool-size=4", "--spring.datasource.hikari.connection-timeout=1000");
	}

	@Override
	public boolean hasPool() {
		return true;
	}

	@Override
	public void deleteRecord(int port) throws IOException {
		try (Connection connection = DriverManager.getConnection(this.url.formatted(port), this.user, "");
				Statement statement = connection.createStatement()) {
			statement.executeUpdate(DELETE_RECORD);
		}
		catch (SQLException ex) {
			throw new IOException(DELETE_RECORD + " failed", ex);
		}
	}

}
