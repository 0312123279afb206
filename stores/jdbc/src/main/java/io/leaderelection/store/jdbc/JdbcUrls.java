/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * What may be shown of a URL.
 */
public final class JdbcUrls {

	private JdbcUrls() {
	}

	/**
	 * Cuts off everything that may hold a secret: parameters, and what stands before an
	 * at sign.
	 * @param url the URL
	 * @return what may be logged
	 */
	public static String withoutSecrets(String url) {
		int end = url.length();
		for (char separator : new char[] { '?', ';' }) {
			int at = url.indexOf(separator);
			if (at >= 0 && at < end) {
				end = at;
			}
		}
		String shown = url.substring(0, end);
		int host = shown.lastIndexOf('@');
		if (host < 0) {
			return shown;
		}
		int protocol = shown.indexOf("//");
		if (protocol >= 0 && protocol < host) {
			return shown.substring(0, protocol + 2) + shown.substring(host + 1);
		}
		// As in jdbc:oracle:thin:user/password@host
		int vendor = shown.indexOf(':', "jdbc:".length());
		int kind = shown.indexOf(':', vendor + 1);
		return shown.substring(0, ((kind >= 0 && kind < host) ? kind : vendor) + 1) + shown.substring(host);
	}

}
