/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.lang.reflect.InvocationTargetException;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link DataSource} for its URL without connecting: pools and drivers agree on a
 * few names of the getter.
 */
public final class DataSourceUrls {

	private static final String[] GETTERS = { "getJdbcUrl", "getUrl", "getURL" };

	private DataSourceUrls() {
	}

	/**
	 * Asks for the URL.
	 * @param dataSource a pool or a driver's own
	 * @return the JDBC URL, or {@code null} if it does not tell
	 */
	public static @Nullable String of(DataSource dataSource) {
		for (String getter : GETTERS) {
			String url = call(dataSource, getter);
			if (url != null && url.startsWith("jdbc:")) {
				return url;
			}
		}
		return null;
	}

	private static @Nullable String call(DataSource dataSource, String getter) {
		try {
			return (dataSource.getClass().getMethod(getter).invoke(dataSource) instanceof String text) ? text : null;
		}
		catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException ex) {
			// It is not told here
			return null;
		}
	}

}
