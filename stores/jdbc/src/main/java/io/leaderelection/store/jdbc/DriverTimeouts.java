/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Sets connect and read timeouts by the property names of each driver. They replace the
 * application's timeouts, which may be longer than a lease.
 */
public final class DriverTimeouts {

	private DriverTimeouts() {
	}

	/**
	 * Sets the timeouts in the properties of a connection to be opened. Does nothing if
	 * the dialect of the URL is unknown.
	 * @param url the JDBC URL
	 * @param properties the driver's properties
	 * @param timeout the timeout for connecting and for each read, rounded up to seconds
	 * for drivers that count in seconds
	 */
	public static void apply(String url, Properties properties, Duration timeout) {
		Optional<JdbcDialect> dialect = JdbcDialect.ofUrl(url);
		if (dialect.isEmpty()) {
			return;
		}
		String millis = Long.toString(Math.max(1, timeout.toMillis()));
		String seconds = Long.toString(Math.max(1, timeout.plusMillis(999).toSeconds()));
		properties.putAll(switch (dialect.get()) {
			case POSTGRESQL -> Map.of("connectTimeout", seconds, "socketTimeout", seconds, "loginTimeout", seconds,
					"cancelSignalTimeout", seconds, "tcpKeepAlive", "true");
			case MYSQL -> Map.of("connectTimeout", millis, "socketTimeout", millis, "tcpKeepAlive", "true");
			case H2 -> (url.contains(":tcp:") || url.contains(":ssl:")) ? Map.of("NETWORK_TIMEOUT", millis) : Map.of();
		});
	}

}
