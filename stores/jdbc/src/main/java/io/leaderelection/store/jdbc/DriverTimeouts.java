/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/**
 * The names under which drivers take timeouts for connecting and reading. They replace
 * the application's, because a lease does not wait for it.
 */
public final class DriverTimeouts {

	private DriverTimeouts() {
	}

	/**
	 * Puts timeouts into the properties of a connection to be opened. A URL of an unknown
	 * kind changes nothing.
	 * @param url the JDBC URL
	 * @param properties the driver's properties
	 * @param timeout for connecting, and for each read; drivers that count seconds round
	 * up
	 */
	public static void apply(String url, Properties properties, Duration timeout) {
		Optional<JdbcDialect> dialect = JdbcDialect.ofUrl(url);
		if (dialect.isEmpty()) {
			return;
		}
		String millis = Long.toString(Math.max(1, timeout.toMillis()));
		String seconds = Long.toString(Math.max(1, timeout.plusMillis(999).toSeconds()));
		switch (dialect.get()) {
			case POSTGRESQL -> {
				properties.setProperty("connectTimeout", seconds);
				properties.setProperty("socketTimeout", seconds);
				properties.setProperty("loginTimeout", seconds);
				properties.setProperty("cancelSignalTimeout", seconds);
				properties.setProperty("tcpKeepAlive", "true");
			}
			case MYSQL -> {
				properties.setProperty("connectTimeout", millis);
				properties.setProperty("socketTimeout", millis);
				properties.setProperty("tcpKeepAlive", "true");
			}
			case H2 -> {
				if (url.contains(":tcp:") || url.contains(":ssl:")) {
					properties.setProperty("NETWORK_TIMEOUT", millis);
				}
			}
		}
	}

}
