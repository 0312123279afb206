/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.leaderelection.store.jdbc.JdbcDialect;

/**
 * Classifies JDBC URLs, and removes the application's timeouts from them.
 */
public final class DriverUrls {

	/** Parameters that would override the properties that the store sets. */
	private static final Set<String> TIMEOUTS = Set.of("connecttimeout", "sockettimeout", "logintimeout",
			"cancelsignaltimeout", "tcpkeepalive", "network_timeout");

	private static final Pattern PRIVATE_MEMORY = Pattern.compile("jdbc:h2:mem:(;.*)?", Pattern.CASE_INSENSITIVE);

	private static final Pattern REMOTE_H2 = Pattern.compile("jdbc:h2:(tcp|ssl):.*", Pattern.CASE_INSENSITIVE);

	private static final Pattern MEMORY = Pattern.compile(".*:(h2:mem|hsqldb:mem|derby:memory):.*",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern EMBEDDED = Pattern.compile("jdbc:(hsqldb:(?!hsqls?:|https?:)|derby:(?!//)).*",
			Pattern.CASE_INSENSITIVE);

	private DriverUrls() {
	}

	/**
	 * Returns whether a second connection would see another database.
	 * @param url the JDBC URL
	 * @return {@code true} if the database belongs to one connection
	 */
	public static boolean isPrivate(String url) {
		return PRIVATE_MEMORY.matcher(url).matches();
	}

	/**
	 * Returns whether the database is in the memory of this process.
	 * @param url the JDBC URL
	 * @return {@code true} if it is lost when the process ends
	 */
	public static boolean isInMemory(String url) {
		return !REMOTE_H2.matcher(url).matches() && MEMORY.matcher(url).matches();
	}

	/**
	 * Returns whether the database runs in this process, in memory or on files.
	 * @param url the JDBC URL
	 * @return {@code true} if each instance has its own database
	 */
	public static boolean isEmbedded(String url) {
		boolean h2 = JdbcDialect.ofUrl(url).filter((dialect) -> dialect == JdbcDialect.H2).isPresent();
		return (h2 && !REMOTE_H2.matcher(url).matches()) || EMBEDDED.matcher(url).matches();
	}

	/**
	 * Removes the application's timeouts from a URL.
	 * @param url the JDBC URL
	 * @return the URL without them
	 */
	static String withoutTimeouts(String url) {
		boolean semicolons = JdbcDialect.ofUrl(url).filter((dialect) -> dialect == JdbcDialect.H2).isPresent();
		int start = url.indexOf((semicolons) ? ';' : '?');
		if (start < 0) {
			return url;
		}
		String separator = (semicolons) ? ";" : "&";
		String kept = Arrays.stream(url.substring(start + 1).split(separator, -1))
			.filter((parameter) -> !TIMEOUTS.contains(name(parameter)))
			.collect(Collectors.joining(separator));
		return url.substring(0, start) + ((kept.isEmpty()) ? "" : url.charAt(start) + kept);
	}

	private static String name(String parameter) {
		int end = parameter.indexOf('=');
		return ((end < 0) ? parameter : parameter.substring(0, end)).strip().toLowerCase(Locale.ROOT);
	}

}
