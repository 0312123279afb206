/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exception thrown when a connection cannot be opened. It names the database, the SQL
 * state and the vendor's code. It contains neither the driver's message nor its
 * exception, because drivers quote URLs and properties together with the passwords in
 * them.
 */
public final class ConnectFailedException extends SQLException {

	private static final long serialVersionUID = 1L;

	private static final Logger logger = LoggerFactory.getLogger(ConnectFailedException.class);

	private ConnectFailedException(String message, @Nullable String state, int code) {
		super(message, state, code);
	}

	/**
	 * Replaces an exception of a driver or a pool. The original exception is logged at
	 * DEBUG if the URL contains no secret that it could quote.
	 * @param database names the database
	 * @param url the JDBC URL, or {@code null} if it is unknown
	 * @param failure the original exception
	 * @return the exception to show instead
	 */
	public static ConnectFailedException of(String database, @Nullable String url, Throwable failure) {
		if (failure instanceof ConnectFailedException already) {
			return already;
		}
		if (failure instanceof InterruptedException) {
			Thread.currentThread().interrupt();
		}
		boolean logged = JdbcUrls.isWithoutSecrets(url);
		if (logged) {
			logger.debug("Cannot connect to {}", database, failure);
		}
		SQLException sql = (failure instanceof SQLException known) ? known : null;
		String state = (sql != null) ? sql.getSQLState() : null;
		int code = (sql != null) ? sql.getErrorCode() : 0;
		return new ConnectFailedException("Cannot connect to " + database + ": " + reason(String.valueOf(state)) + " ("
				+ failure.getClass().getSimpleName() + ", SQL state " + state + ", vendor code " + code
				+ (logged ? "; the driver's text is logged at DEBUG)" : ")"), state, code);
	}

	/**
	 * Adds a remedy to the message.
	 * @param remedy sentences without the last full stop
	 * @return the exception to show instead
	 */
	public ConnectFailedException with(String remedy) {
		return new ConnectFailedException(getMessage() + ". " + remedy, getSQLState(), getErrorCode());
	}

	private static String reason(String state) {
		return switch (state.substring(0, Math.min(2, state.length()))) {
			case "08" -> "no connection to the server";
			case "28" -> "user or password is rejected";
			case "3D" -> "the database does not exist";
			default -> "the driver or the pool reported an error";
		};
	}

}
