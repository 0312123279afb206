/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What is secret of a connection, and failures without it: drivers quote the URL that
 * they do not understand, with everything in it. Internal to the stores of this artifact.
 */
public final class JdbcSecrets {

	/** A name of something secret. */
	static final String NAME = "[\\w.\\-]*(?:pass|pwd|secret|token|credential|access_?key)[\\w.\\-]*";

	/** A value in braces, in which a brace is doubled. */
	static final String BRACED = "\\{(?:[^}]++|\\}\\})*+\\}";

	/** A parameter that is named like a secret, and its value. */
	static final Pattern NAMED = Pattern
		.compile("(?i)(" + NAME + ")\\s*=\\s*(" + BRACED + "|\"[^\"]*\"|'[^']*'|[^?&;,)\\s]*)");

	/** The same, where the value may hold what ends it elsewhere. */
	private static final Pattern TO_NEXT_PARAMETER = Pattern.compile("(?i)" + NAME + "\\s*=\\s*([^&;]*)");

	/** The same in a list such as {@code (host=db,password=x)}. */
	private static final List<Pattern> IN_LIST = List.of(Pattern.compile("(?i)" + NAME + "\\s*=\\s*([^)]*)"),
			Pattern.compile("(?i)" + NAME + "\\s*=\\s*([^,)]*)"));

	/** Up to the next at sign: several hosts may have a user each. */
	private static final List<Pattern> USERS = List.of(Pattern.compile("(?://|,)[^/:@,]*:([^@]+)@"),
			Pattern.compile("jdbc:oracle:\\w+:[^/@]*/([^@]+)@"));

	/** A list with brackets in it, from its first secret on. */
	private static final Pattern TO_END = Pattern.compile("(?i)" + NAME + "\\s*=\\s*(.*)", Pattern.DOTALL);

	/** Up to the last at sign: others may be in the password. */
	private static final List<Pattern> LAST_USERS = List.of(Pattern.compile("//[^/:@]*:(.+)@"),
			Pattern.compile("jdbc:[\\w+.\\-]+:(?!//)[^/:@]*[/:](.+)@"),
			Pattern.compile("jdbc:oracle:\\w+:[^/@]*/(.+)@"));

	/** A driver that does not understand a password may quote what stands between. */
	private static final Pattern SEPARATORS = Pattern.compile("[/?#&;:@,=(){}\\[\\]\"'\\\\\\s]+");

	/** What is shorter stands in every other message. */
	private static final int SHORTEST = 4;

	/** Words of the messages of drivers. */
	private static final Set<String> COMMON = Set.of("access", "admin", "administrator", "application",
			"authentication", "client", "close", "closed", "connect", "connection", "data", "database", "default",
			"demo", "denied", "driver", "error", "exception", "failed", "failure", "from", "host", "java", "jdbc",
			"local", "localhost", "login", "main", "mariadb", "mysql", "name", "network", "null", "open", "oracle",
			"pass", "password", "port", "postgres", "postgresql", "public", "read", "root", "schema", "secret",
			"server", "service", "socket", "sqlserver", "system", "table", "test", "time", "timeout", "token", "user",
			"username", "using", "with", "write");

	private final String url;

	/** The longest first, lest a shorter one leave the rest of it. */
	private final Set<String> secrets = new TreeSet<>(
			Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

	/** Hidden only where a password stands, since they stand elsewhere too. */
	private final Set<String> words = new LinkedHashSet<>();

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
		secrets.findIn(known);
		for (String name : properties.stringPropertyNames()) {
			if (NAMED.matcher(name + "=").matches()) {
				secrets.addWhole(properties.getProperty(name));
			}
		}
		// Who has the name for a password keeps no secret, and messages name the user
		String user = properties.getProperty("user", "");
		secrets.secrets.remove(user);
		secrets.words.remove(user);
		return secrets;
	}

	private void findIn(String url) {
		groups(NAMED, 2, url).forEach(this::addWithPieces);
		if (url.indexOf('(') >= 0) {
			IN_LIST.forEach((named) -> groups(named, 1, url).forEach(this::addWithPieces));
			if (!JdbcUrls.isWellFormedList(url)) {
				groups(TO_END, 1, url).forEach(this::addWithPieces);
			}
		}
		else {
			groups(TO_NEXT_PARAMETER, 1, url).forEach(this::addWithPieces);
		}
		String withUser = JdbcUrls.withoutUserParameters(url);
		USERS.forEach((user) -> groups(user, 1, withUser).forEach(this::addWithPieces));
		boolean severalHosts = withUser.indexOf(',') >= 0;
		LAST_USERS
			.forEach((user) -> groups(user, 1, withUser).forEach(severalHosts ? this::addWhole : this::addWithPieces));
	}

	private static Stream<String> groups(Pattern pattern, int group, String url) {
		return pattern.matcher(url).results().map((found) -> found.group(group));
	}

	private void addWithPieces(String secret) {
		addWhole(secret);
		SEPARATORS.splitAsStream(secret).filter((piece) -> piece.length() >= SHORTEST).forEach(this::addOne);
	}

	private void addWhole(String secret) {
		addOne(secret);
		if (secret.length() > 2 && "{\"'".indexOf(secret.charAt(0)) >= 0) {
			addOne(secret.substring(1, secret.length() - 1).replace("}}", "}"));
		}
		try {
			addOne(URLDecoder.decode(secret, StandardCharsets.UTF_8));
			addOne(URLDecoder.decode(secret.replace("+", "%2B"), StandardCharsets.UTF_8));
		}
		catch (IllegalArgumentException ex) {
			// It is not encoded
			addOne(secret);
		}
	}

	private void addOne(String secret) {
		String word = secret.toLowerCase(Locale.ROOT);
		if (word.isEmpty() || "true".equals(word) || "false".equals(word)) {
			return;
		}
		((secret.length() < SHORTEST || COMMON.contains(word)) ? this.words : this.secrets).add(secret);
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
		for (String word : this.words) {
			hidden = withoutWord(hidden, Pattern.quote(word));
		}
		return NAMED.matcher(hidden).replaceAll("$1=...");
	}

	/**
	 * As in {@code user:word@host}, {@code password: word} and {@code password 'word'}.
	 */
	private static String withoutWord(String message, String word) {
		return message.replaceAll("(?<=[:/])" + word + "(?=@)", "...")
			.replaceAll("((?i:" + NAME + ")\\s*(?:[=:]\\s*[\"']?|[\"']))" + word + "(?!\\w)", "$1...");
	}

}
