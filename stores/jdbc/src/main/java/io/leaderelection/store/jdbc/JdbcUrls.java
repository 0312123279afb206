/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be shown of a URL. Where its shape leaves open whether something is a part of
 * a password, that is not shown.
 */
public final class JdbcUrls {

	private static final String HIDDEN = "...";

	private static final Pattern VENDOR = Pattern.compile("\\s*jdbc:[\\w+.\\-]+:");

	private static final Pattern KIND = Pattern.compile("(" + VENDOR + "(?:\\w+:)?)(.*)", Pattern.DOTALL);

	private static final Pattern SLASHES = Pattern.compile("(\\s*(?:[\\w+.\\-]+:)+//)(.*)", Pattern.DOTALL);

	private static final Pattern ORACLE = Pattern.compile("(?i)(\\s*jdbc:oracle:(?:(?:thin|oci8?|kprb):)?)(.*)",
			Pattern.DOTALL);

	/** What follows the at sign of Oracle's; what else stands there may be a password. */
	private static final Pattern ORACLE_TARGET = Pattern.compile("[\\w.\\-/:,\\[\\]$]*|(?i)\\(\\s*DESCRIPTION.*",
			Pattern.DOTALL);

	/** Host and port, or several of them; what else stands there may be a password. */
	private static final Pattern HOSTS = Pattern
		.compile("[\\w.\\-*]*(:\\d+)?(,[\\w.\\-*]*(:\\d+)?)*|\\[[0-9a-fA-F:.%]*](:\\d+)?");

	/** Lists as in {@code address=(host=db)(port=1)}, after any plain hosts. */
	private static final Pattern LISTS = Pattern.compile("[\\w.\\-=:,]*\\(.*", Pattern.DOTALL);

	private static final Pattern LIST_KEY = Pattern.compile("([\\w.\\-%]+)\\s*=");

	private static final Set<String> SHOWN_KEYS = Set.of("address", "address_list", "connect_data", "description",
			"description_list", "failover", "host", "load_balance", "port", "protocol", "server", "service_name", "sid",
			"type");

	/** At signs here do not end the name and password before a host. */
	private static final Pattern USER_PARAMETERS = Pattern
		.compile("(?i)[?&;](?:user(?:name)?|" + JdbcSecrets.NAME + ")\\s*=(?:" + JdbcSecrets.BRACED + "|[^&;]*)");

	private JdbcUrls() {
	}

	/**
	 * Cuts off everything that may hold a secret: parameters, what stands before an at
	 * sign, and the values of what is named like a password.
	 * @param url the URL
	 * @return what may be logged
	 */
	public static String withoutSecrets(String url) {
		int end = url.length();
		for (char separator : new char[] { '?', ';', '&', '#' }) {
			int at = url.indexOf(separator);
			if (at >= 0 && at < end) {
				end = at;
			}
		}
		if (withoutUserParameters(url.substring(end)).indexOf('@') >= 0) {
			// The end may be in the middle of a password
			return beginning(url) + HIDDEN;
		}
		return withoutNamed(withoutUser(url.substring(0, end)));
	}

	/**
	 * Cuts off the parameters that may have an at sign in them, for they name a user or a
	 * secret.
	 */
	static String withoutUserParameters(String url) {
		return USER_PARAMETERS.matcher(url).replaceAll("");
	}

	private static String beginning(String url) {
		for (Pattern beginning : new Pattern[] { ORACLE, SLASHES }) {
			Matcher matcher = beginning.matcher(url);
			if (matcher.matches()) {
				return matcher.group(1);
			}
		}
		Matcher vendor = VENDOR.matcher(url);
		return vendor.lookingAt() ? vendor.group() : "";
	}

	private static String withoutUser(String url) {
		Matcher oracle = ORACLE.matcher(url);
		if (oracle.matches()) {
			return oracle.group(1) + oracleTarget(oracle.group(2));
		}
		Matcher slashes = SLASHES.matcher(url);
		if (slashes.matches()) {
			return slashes.group(1) + hosts(slashes.group(2));
		}
		int host = url.lastIndexOf('@');
		if (host < 0) {
			return url;
		}
		Matcher kind = KIND.matcher(url.substring(0, host));
		return (kind.matches() ? kind.group(1) : "") + url.substring(host);
	}

	private static String oracleTarget(String rest) {
		// As in user/password@host
		int host = rest.lastIndexOf('@');
		boolean legal = host >= 0 && ORACLE_TARGET.matcher(rest.substring(host + 1)).matches();
		return legal ? rest.substring(host) : HIDDEN;
	}

	private static String hosts(String rest) {
		int host = rest.lastIndexOf('@');
		if (rest.indexOf('(') >= 0) {
			// The at sign may be in the list, in a password
			return (host < 0 && LISTS.matcher(rest).matches()) ? rest : HIDDEN;
		}
		String shown = rest.substring(host + 1);
		int path = shown.indexOf('/');
		return HOSTS.matcher((path < 0) ? shown : shown.substring(0, path)).matches() ? shown : HIDDEN;
	}

	private static String withoutNamed(String url) {
		int list = url.indexOf('(');
		Matcher key = (list < 0) ? JdbcSecrets.NAMED.matcher(url) : LIST_KEY.matcher(url);
		while (key.find()) {
			if (list < 0 || !SHOWN_KEYS.contains(key.group(1).toLowerCase(Locale.ROOT))) {
				// Where its value ends is not known
				int end = isWellFormedList(url) ? url.lastIndexOf(')') : -1;
				return url.substring(0, key.end(1)) + "=" + HIDDEN + ((end > key.end(1)) ? url.substring(end) : "");
			}
		}
		return url;
	}

	/**
	 * Whether no bracket is missing or stands where a list does not end, and so probably
	 * none stands in a password.
	 */
	static boolean isWellFormedList(String url) {
		String after = url.substring(url.lastIndexOf(')') + 1);
		return url.chars().map((c) -> (c == '(') ? 1 : (c == ')') ? -1 : 0).sum() == 0
				&& (after.isEmpty() || "/?;&#".indexOf(after.charAt(0)) >= 0);
	}

}
