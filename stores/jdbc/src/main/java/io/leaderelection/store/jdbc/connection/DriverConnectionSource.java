/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
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
		this(JdbcUrls.shown(url), () -> Target.of(url, null, new DatabaseCredentials(username, password)));
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
		Properties properties = new Properties();
		for (Map.Entry<Object, Object> entry : target.properties().entrySet()) {
			properties.setProperty(entry.getKey().toString(), entry.getValue().toString());
		}
		for (String name : target.properties().stringPropertyNames()) {
			properties.setProperty(name, target.properties().getProperty(name));
		}
		target.credentials().putInto(properties);
		String url = DriverUrls.withoutTimeouts(target.url());
		DriverTimeouts.apply(url, properties, timeout);
		try {
			return target.defaults().applyTo(connect(target, url, properties));
		}
		catch (Throwable ex) {
			throw ConnectFailedException.of(name(), url, ex);
		}
	}

	private static Connection connect(Target target, String url, Properties properties) throws SQLException {
		Connection connection = driver(target).connect(url, properties);
		if (connection == null) {
			throw new SQLException("The driver does not accept the URL");
		}
		return connection;
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
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		try {
			return load(className, (loader != null) ? loader : DriverConnectionSource.class.getClassLoader());
		}
		catch (ClassNotFoundException ex) {
			try {
				return load(className, DriverConnectionSource.class.getClassLoader());
			}
			catch (ReflectiveOperationException | ClassCastException again) {
				throw new SQLException("The driver " + className + " cannot be loaded: " + again, again);
			}
		}
		catch (ReflectiveOperationException | ClassCastException ex) {
			throw new SQLException("The driver " + className + " cannot be loaded: " + ex, ex);
		}
	}

	private static Driver load(String className, ClassLoader loader) throws ReflectiveOperationException {
		return Class.forName(className, true, loader).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
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
	 * The database to connect to, and the settings of the connection.
	 *
	 * @param url the JDBC URL
	 * @param driverClassName the class of the driver, or {@code null} to find it by the
	 * URL
	 * @param properties the driver's properties
	 * @param credentials the credentials
	 * @param defaults the settings of each new connection
	 */
	public record Target(String url, @Nullable String driverClassName, Properties properties,
			DatabaseCredentials credentials, SessionDefaults defaults) {

		/**
		 * Creates a target of only a URL and credentials.
		 * @param url the JDBC URL
		 * @param driverClassName the class of the driver, or {@code null} to find it by
		 * the URL
		 * @param credentials the credentials
		 * @return the target
		 */
		public static Target of(String url, @Nullable String driverClassName, DatabaseCredentials credentials) {
			return new Target(url, driverClassName, new Properties(), credentials, SessionDefaults.NONE);
		}

	}

}
