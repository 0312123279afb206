/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.regex.Pattern;

/**
 * What may be shown of a URL.
 */
public final class JdbcUrls {

	private static final String HIDDEN = "...";

	/** Host and port, or several of them; what else stands there may be a password. */
	private static final Pattern HOSTS = Pattern
		.compile("[\\w.\\-*]*(:\\d+)?(,[\\w.\\-*]*(:\\d+)?)*|\\[[0-9a-fA-F:.%]*](:\\d+)?|[\\w.\\-=]*\\(.*");

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
		return JdbcSecrets.NAMED.matcher(withoutUser(url.substring(0, end))).replaceAll("$1=" + HIDDEN);
	}

	private static String withoutUser(String url) {
		int protocol = url.indexOf("//");
		int host = url.lastIndexOf('@');
		if (protocol >= 0 && (host < 0 || protocol < host)) {
			String rest = url.substring(Math.max(protocol + 2, host + 1));
			int path = rest.indexOf('/');
			String authority = (path < 0) ? rest : rest.substring(0, path);
			// Cut off in the middle of a password, there is no at sign any more
			boolean legal = HOSTS.matcher(authority).matches();
			return url.substring(0, protocol + 2) + (legal ? rest : HIDDEN);
		}
		int kind = kind(url);
		if (host >= 0) {
			// As in jdbc:oracle:thin:user/password@host
			return url.substring(0, ((kind < host) ? kind : vendor(url)) + 1) + url.substring(host);
		}
		return url.startsWith("jdbc:oracle:") ? url.substring(0, kind + 1) + HIDDEN : url;
	}

	private static int vendor(String url) {
		return url.indexOf(':', "jdbc:".length());
	}

	private static int kind(String url) {
		int kind = url.indexOf(':', vendor(url) + 1);
		return (kind >= 0) ? kind : vendor(url);
	}

}
