/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.util.PropertyElf;
import io.leaderelection.store.jdbc.DriverTimeouts;
import io.leaderelection.store.jdbc.JdbcDialect;
import org.jspecify.annotations.Nullable;

/**
 * Makes a driver's own {@link DataSource} by its class name and bean properties, as
 * HikariCP does, with the store's time-outs.
 */
final class DataSourceClass {

	private DataSourceClass() {
	}

	/**
	 * Makes one, which pools nothing.
	 * @param className the class
	 * @param properties its bean properties
	 * @param timeout for connecting, and for each read
	 * @return the data source
	 * @throws SQLException if it cannot be made
	 */
	static DataSource instance(String className, Properties properties, Duration timeout) throws SQLException {
		DataSource dataSource = configured(className, properties);
		String url = DataSourceUrls.of(dataSource);
		if (url == null) {
			return dataSource;
		}
		Properties timeouts = new Properties();
		DriverTimeouts.apply(url, timeouts, timeout);
		Properties known = new Properties();
		for (String name : timeouts.stringPropertyNames()) {
			if (setter(dataSource, name).isPresent()) {
				known.setProperty(name, timeouts.getProperty(name));
			}
		}
		if (JdbcDialect.ofUrl(url).filter((it) -> it == JdbcDialect.MYSQL).isPresent()) {
			// The URL wins over the properties, and MariaDB's has it alone
			String cleared = DriverUrls.withoutTimeouts(url);
			known.setProperty("url", known.isEmpty() ? withParameters(cleared, timeouts) : cleared);
		}
		PropertyElf.setTargetFromProperties(dataSource, known);
		return dataSource;
	}

	static @Nullable String url(String className, Properties properties) {
		try {
			return DataSourceUrls.of(configured(className, properties));
		}
		catch (SQLException ex) {
			// The pool fails by itself
			return null;
		}
	}

	private static DataSource configured(String className, Properties properties) throws SQLException {
		try {
			DataSource dataSource = load(className).asSubclass(DataSource.class).getDeclaredConstructor().newInstance();
			PropertyElf.setTargetFromProperties(dataSource, properties);
			return dataSource;
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			throw new SQLException("A " + className + " cannot be made: " + ex, ex);
		}
	}

	private static Class<?> load(String className) throws ClassNotFoundException {
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		if (loader != null) {
			try {
				return loader.loadClass(className);
			}
			catch (ClassNotFoundException ex) {
				// Perhaps beside this class
			}
		}
		return DataSourceClass.class.getClassLoader().loadClass(className);
	}

	private static Optional<Method> setter(DataSource dataSource, String property) {
		String name = "set" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
		return Arrays.stream(dataSource.getClass().getMethods())
			.filter((method) -> method.getName().equals(name) && method.getParameterCount() == 1)
			.findAny();
	}

	private static String withParameters(String url, Properties parameters) {
		StringBuilder text = new StringBuilder(url);
		for (String name : parameters.stringPropertyNames()) {
			text.append((text.indexOf("?") < 0) ? '?' : '&').append(name).append('=');
			text.append(parameters.getProperty(name));
		}
		return text.toString();
	}

}
