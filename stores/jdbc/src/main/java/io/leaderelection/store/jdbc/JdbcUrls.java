/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Shortens JDBC URLs to the parts that may be logged: the vendor and, if {@link URI} can
 * parse the rest, the host and, in a URL of a supported database, the plain name of the
 * database. Nothing else is shown, because each driver accepts passwords in other places.
 */
public final class JdbcUrls {

	/**
	 * Excludes lists in parentheses, which may contain passwords that look like hosts.
	 */
	private static final Pattern WITH_HOST = Pattern.compile("(jdbc:[\\w+.\\-]+:)(?:[\\w+.\\-]+:)*(//[^(]*)");

	private static final Pattern WITHOUT_PARAMETERS = Pattern
		.compile("jdbc:[\\w+.:\\-]+//[\\w.:\\[\\]\\-]+(?:/[\\w.\\-]*)?");

	/** A name without characters that could begin a parameter. */
	private static final Pattern DATABASE = Pattern.compile("/[\\w.\\-]+");

	private JdbcUrls() {
	}

	/**
	 * Shortens a URL to what may be logged.
	 * @param url the JDBC URL
	 * @return vendor, host and database as in {@code jdbc:postgresql://db:5432/orders},
	 * or the vendor alone as in {@code jdbc:h2}
	 */
	public static String shown(String url) {
		return shown(url, "jdbc:" + JdbcDialect.product(url));
	}

	/**
	 * Shortens a URL to what may be logged.
	 * @param url the JDBC URL, or {@code null} if it is unknown
	 * @param otherwise the substitute if the URL contains no readable host
	 * @return vendor, host and database, or the substitute
	 */
	public static String shown(@Nullable String url, String otherwise) {
		Matcher withHost = WITH_HOST.matcher((url != null) ? url : "");
		if (!withHost.matches()) {
			return otherwise;
		}
		String target = withHost.group(2);
		try {
			URI uri = new URI(target);
			if (uri.getHost() == null || target.indexOf('@', 2 + uri.getRawAuthority().length()) >= 0) {
				// The apparent host may be a part of a password before the at sign
				return otherwise;
			}
			String path = String.valueOf(uri.getRawPath());
			boolean database = JdbcDialect.ofUrl(String.valueOf(url)).isPresent() && DATABASE.matcher(path).matches();
			return withHost.group(1) + "//" + uri.getHost() + ((uri.getPort() < 0) ? "" : ":" + uri.getPort())
					+ (database ? path : "");
		}
		catch (URISyntaxException ex) {
			return otherwise;
		}
	}

	/**
	 * Returns whether a URL consists of only vendor, host and database, and thus contains
	 * no secret.
	 * @param url the JDBC URL, or {@code null} if it is unknown
	 * @return {@code true} if it has neither a user nor parameters
	 */
	static boolean isWithoutSecrets(@Nullable String url) {
		return url != null && WITHOUT_PARAMETERS.matcher(url).matches() && !shown(url, "").isEmpty();
	}

}
