/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.sql.SQLException;

import javax.net.ssl.SSLException;

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

	private static final int DEEPEST = 20;

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
		return new ConnectFailedException("Cannot connect to " + database + ": "
				+ reason(failure, String.valueOf(state)) + " (" + failure.getClass().getSimpleName() + ", SQL state "
				+ state + ", vendor code " + code + (logged ? "; the driver's text is logged at DEBUG)" : ")"), state,
				code);
	}

	/**
	 * Adds a remedy to the message.
	 * @param remedy sentences without the last full stop
	 * @return the exception to show instead
	 */
	public ConnectFailedException with(String remedy) {
		return new ConnectFailedException(getMessage() + ". " + remedy, getSQLState(), getErrorCode());
	}

	/** Reads the types of the causes only, whose messages may have secrets. */
	private static String reason(Throwable failure, String state) {
		Throwable cause = failure;
		for (int i = 0; cause != null && i < DEEPEST; i++) {
			String reason = reason(cause);
			if (reason != null) {
				return reason;
			}
			cause = cause.getCause();
		}
		return switch (state.substring(0, Math.min(2, state.length()))) {
			case "08" -> "no connection to the server";
			case "28" -> "user or password is rejected";
			case "3D" -> "the database does not exist";
			default -> "the driver or the pool reported an error";
		};
	}

	private static @Nullable String reason(Throwable cause) {
		if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
			return "the host is unknown. Check its name in the URL, and DNS";
		}
		if (cause instanceof ConnectException refused) {
			return String.valueOf(refused.getMessage()).contains("refused")
					? "connection refused. Check that the server runs, and the port in the URL"
					: "no connection to the server. Check the address in the URL, and firewalls";
		}
		if (cause instanceof NoRouteToHostException) {
			return "there is no route to the host. Check the address in the URL, and the network";
		}
		if (cause instanceof SocketTimeoutException) {
			return "the server does not answer. Check the address in the URL, firewalls and its load";
		}
		return (cause instanceof SSLException) ? "TLS failed. Check the certificates, and whether the server offers TLS"
				: null;
	}

}
