/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.function.Supplier;

import io.leaderelection.store.jdbc.ConnectFailedException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.DriverTimeouts;
import io.leaderelection.store.jdbc.JdbcUrls;
import org.jspecify.annotations.Nullable;

/**
 * Connection source that opens physical connections through a JDBC driver. The store's
 * timeouts replace those in the URL and the properties.
 */
public final class DriverConnectionSource implements ConnectionSource {

	private final String name;

	private final Supplier<Target> target;

	/**
	 * Creates a source with fixed credentials, which uses the driver that accepts the
	 * URL.
	 * @param url the JDBC URL
	 * @param username the user, or {@code null} for none
	 * @param password the password, or {@code null} for none
	 */
	public DriverConnectionSource(String url, @Nullable String username, @Nullable String password) {
		this(JdbcUrls.shown(url), () -> Target.of(url, null, username, password));
	}

	/**
	 * Creates a source that obtains URL and credentials again for each connection.
	 * @param name the name of the database in messages if its URL does not name the host
	 * @param target supplies the current target
	 */
	public DriverConnectionSource(String name, Supplier<Target> target) {
		this.name = name;
		this.target = target;
	}

	@Override
	public Connection open(Duration timeout) throws SQLException {
		Target target = this.target.get();
		String url = DriverUrls.withoutTimeouts(target.url());
		Properties properties = target.driverProperties();
		DriverTimeouts.apply(url, properties, timeout);
		try {
			Connection connection = driver(target).connect(url, properties);
			if (connection == null) {
				throw new SQLException("The driver does not accept the URL");
			}
			return target.applyDefaults(connection);
		}
		catch (Exception ex) {
			throw ConnectFailedException.of(name(), url, ex);
		}
	}

	/**
	 * Checks that there is a driver for the URL, without connecting.
	 * @throws SQLException if there is none for the URL
	 */
	public void requireDriver() throws SQLException {
		Target target = this.target.get();
		if (!accepts(driver(target), target.url())) {
			throw new SQLException("The driver " + target.driverClassName() + " does not accept the URL");
		}
	}

	private static Driver driver(Target target) throws SQLException {
		String className = target.driverClassName();
		return (className != null) ? driver(className) : driverFor(target.url());
	}

	private static Driver driverFor(String url) throws SQLException {
		try {
			return DriverManager.getDriver(url);
		}
		catch (SQLException ex) {
			// It knows only the drivers that were visible when it was first used, perhaps
			// by a container
			for (Driver driver : ServiceLoader.load(Driver.class, DriverConnectionSource.class.getClassLoader())) {
				if (accepts(driver, url)) {
					return driver;
				}
			}
			throw ex;
		}
	}

	/** Ignores exceptions, whose messages may quote the URL. */
	private static boolean accepts(Driver driver, String url) {
		try {
			return driver.acceptsURL(url);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private static Driver driver(String className) throws SQLException {
		ClassLoader own = DriverConnectionSource.class.getClassLoader();
		ClassLoader context = Thread.currentThread().getContextClassLoader();
		Exception failure = new ClassNotFoundException(className);
		for (ClassLoader loader : List.of((context != null) ? context : own, own)) {
			try {
				return Class.forName(className, true, loader)
					.asSubclass(Driver.class)
					.getDeclaredConstructor()
					.newInstance();
			}
			catch (ReflectiveOperationException | ClassCastException ex) {
				failure = ex;
			}
		}
		throw new SQLException("The driver " + className + " cannot be loaded: " + failure, failure);
	}

	@Override
	public boolean exclusive() {
		return true;
	}

	@Override
	public String url() {
		return this.target.get().url();
	}

	@Override
	public String name() {
		return JdbcUrls.shown(url(), this.name);
	}

	/**
	 * The database to connect to, and the settings of each new connection. The URL, the
	 * properties or the driver supply what is {@code null}.
	 *
	 * @param url the JDBC URL
	 * @param driverClassName the class of the driver, or {@code null} to find it by the
	 * URL
	 * @param properties the driver's properties
	 * @param login supplies user and password, for each connection
	 * @param catalog the catalog, or {@code null} to keep the driver's
	 * @param schema the schema, or {@code null} to keep the driver's
	 * @param initSql a statement to run, or {@code null} for none
	 */
	public record Target(String url, @Nullable String driverClassName, Properties properties, Supplier<Login> login,
			@Nullable String catalog, @Nullable String schema, @Nullable String initSql) {

		/**
		 * Creates a target of only a URL and credentials.
		 * @param url the JDBC URL
		 * @param driverClassName the class of the driver, or {@code null} to find it by
		 * the URL
		 * @param username the user, or {@code null}
		 * @param password the password or access token, or {@code null}
		 * @return the target
		 */
		public static Target of(String url, @Nullable String driverClassName, @Nullable String username,
				@Nullable String password) {
			return new Target(url, driverClassName, new Properties(), () -> new Login(username, password), null, null,
					null);
		}

		private Properties driverProperties() {
			Properties all = new Properties();
			this.properties.forEach((name, value) -> all.setProperty(name.toString(), value.toString()));
			for (String name : this.properties.stringPropertyNames()) {
				all.setProperty(name, this.properties.getProperty(name));
			}
			Login login = this.login.get();
			if (login.username != null) {
				all.setProperty("user", login.username);
			}
			if (login.password != null) {
				all.setProperty("password", login.password);
			}
			return all;
		}

		/** Closes the connection if a setting fails. */
		private Connection applyDefaults(Connection connection) throws SQLException {
			try {
				if (this.catalog != null) {
					connection.setCatalog(this.catalog);
				}
				if (this.schema != null) {
					connection.setSchema(this.schema);
				}
				if (this.initSql != null) {
					try (Statement statement = connection.createStatement()) {
						statement.execute(this.initSql);
					}
				}
				return connection;
			}
			catch (SQLException | RuntimeException ex) {
				try {
					connection.close();
				}
				catch (SQLException suppressed) {
					ex.addSuppressed(suppressed);
				}
				throw ex;
			}
		}

		/** Returns the URL without secrets. */
		@Override
		public String toString() {
			return JdbcUrls.shown(this.url);
		}

	}

	/**
	 * User and password.
	 *
	 * @param username the user, or {@code null}
	 * @param password the password or access token, or {@code null}
	 */
	public record Login(@Nullable String username, @Nullable String password) {

		@Override
		public String toString() {
			return "Login[username=" + this.username + "]";
		}

	}

}
