/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What is secret of a connection, and failures without it: drivers quote the URL that
 * they do not understand, with everything in it. Internal to the stores of this artifact.
 */
public final class JdbcSecrets {

	/** A parameter that is named like a secret, and its value. */
	static final Pattern NAMED = Pattern
		.compile("(?i)([\\w.\\-]*(?:pass|pwd|secret|token|credential|access_?key)[\\w.\\-]*)\\s*=\\s*([^?&;,)\\s]*)");

	/** Up to the first at sign and up to the last: either may be in the password. */
	private static final List<Pattern> USERS = List.of(Pattern.compile("//[^/:@]*:([^@]+)@"),
			Pattern.compile("//[^/:@]*:(.+)@"), Pattern.compile("jdbc:oracle:\\w+:[^/@]*/([^@]+)@"),
			Pattern.compile("jdbc:oracle:\\w+:[^/@]*/(.+)@"));

	/** What is shorter stands in every other message. */
	private static final int SHORTEST = 4;

	private final String url;

	private final Set<String> secrets = new LinkedHashSet<>();

	private JdbcSecrets(String url) {
		this.url = url;
	}

	/**
	 * Finds the secrets.
	 * @param url the JDBC URL, or {@code null} if it is unknown
	 * @param properties what the driver is given besides
	 * @return the secrets
	 */
	public static JdbcSecrets of(@Nullable String url, Properties properties) {
		String known = (url != null) ? url : "";
		JdbcSecrets secrets = new JdbcSecrets(known);
		NAMED.matcher(known).results().forEach((found) -> secrets.add(found.group(2)));
		USERS.forEach((user) -> user.matcher(known).results().forEach((found) -> secrets.add(found.group(1))));
		for (String name : properties.stringPropertyNames()) {
			if (NAMED.matcher(name + "=").matches()) {
				secrets.add(properties.getProperty(name));
			}
		}
		// Who has the name for a password keeps no secret, and messages name the user
		secrets.secrets.remove(properties.getProperty("user", ""));
		return secrets;
	}

	private void add(String secret) {
		if (secret.length() < SHORTEST || "true".equals(secret) || "false".equals(secret)) {
			return;
		}
		this.secrets.add(secret);
		try {
			this.secrets.add(URLDecoder.decode(secret, StandardCharsets.UTF_8));
		}
		catch (IllegalArgumentException ex) {
			// It is not encoded
			this.secrets.add(secret);
		}
	}

	/**
	 * A failure that may be shown.
	 * @param failure what a driver has thrown
	 * @return the same one if nothing in it is secret, else one that tells the same
	 */
	public SQLException removedFrom(SQLException failure) {
		Set<Throwable> seen = new LinkedHashSet<>();
		collect(failure, seen);
		return seen.stream().anyMatch(this::isTold) ? (SQLException) retold(failure, 0) : failure;
	}

	private static void collect(@Nullable Throwable failure, Collection<Throwable> seen) {
		if (failure == null || !seen.add(failure)) {
			return;
		}
		collect(failure.getCause(), seen);
		for (Throwable suppressed : failure.getSuppressed()) {
			collect(suppressed, seen);
		}
		if (failure instanceof SQLException sql) {
			collect(sql.getNextException(), seen);
		}
	}

	private boolean isTold(Throwable failure) {
		String message = failure.getMessage();
		return message != null && !message.equals(hidden(message));
	}

	private Throwable retold(Throwable failure, int depth) {
		String message = (failure.getMessage() != null) ? hidden(failure.getMessage()) : "";
		Throwable cause = failure.getCause();
		Throwable told = (failure instanceof SQLException sql)
				? new SQLException(message, sql.getSQLState(), sql.getErrorCode())
				: new IllegalStateException(failure.getClass().getName() + ": " + message);
		told.setStackTrace(failure.getStackTrace());
		if (cause != null && depth < 10) {
			told.initCause(retold(cause, depth + 1));
		}
		return told;
	}

	private String hidden(String message) {
		String hidden = this.url.isEmpty() ? message : message.replace(this.url, JdbcUrls.withoutSecrets(this.url));
		for (String secret : this.secrets) {
			hidden = hidden.replace(secret, "...");
		}
		return NAMED.matcher(hidden).replaceAll("$1=...");
	}

}
