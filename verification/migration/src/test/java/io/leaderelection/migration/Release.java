/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Program that runs the code of a release: of the packages that {@code release.packages}
 * names. Where that code prints what it does, it works for a while. Beginning and end are
 * written to the database, with the database's clock.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
class Release {

	private static final Set<String> WORK = Set.of("bills", "writes reports");

	private static final long WORK_MILLIS = 300;

	public static void main(String[] args) throws SQLException {
		String instance = System.getProperty("release.instance");
		System.setOut(new WorkStream(DriverManager.getConnection(System.getProperty("release.url")), instance));
		SpringApplication application = new SpringApplication(Release.class);
		application.addInitializers((context) -> new ClassPathBeanDefinitionScanner((GenericApplicationContext) context)
			.scan(System.getProperty("release.packages").split(",")));
		application.run(args);
	}

	/** Works where the code prints that it does. */
	private static final class WorkStream extends PrintStream {

		private final Connection connection;

		private final String instance;

		WorkStream(Connection connection, String instance) {
			super(System.out, true, StandardCharsets.UTF_8);
			this.connection = connection;
			this.instance = instance;
		}

		@Override
		public void println(String line) {
			super.println(line);
			if (WORK.contains(line)) {
				work();
			}
		}

		private void work() {
			try {
				long id = begin();
				try {
					TimeUnit.MILLISECONDS.sleep(WORK_MILLIS);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				finally {
					end(id);
				}
			}
			catch (SQLException ex) {
				throw new IllegalStateException("The work of " + this.instance + " cannot be written", ex);
			}
		}

		private long begin() throws SQLException {
			try (PreparedStatement insert = this.connection
				.prepareStatement("insert into work (instance, began) values (?, clock_timestamp()) returning id")) {
				insert.setString(1, this.instance);
				try (ResultSet rows = insert.executeQuery()) {
					rows.next();
					return rows.getLong(1);
				}
			}
		}

		private void end(long id) throws SQLException {
			try (PreparedStatement update = this.connection
				.prepareStatement("update work set ended = clock_timestamp() where id = ?")) {
				update.setLong(1, id);
				update.executeUpdate();
			}
		}

	}

}
