/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.regex.Pattern;

/**
 * The names of the two tables.
 *
 * @param lease the table with the records, optionally with its schema
 */
record JdbcTables(String lease) {

	static final String DEFAULT_LEASE = "leader_lease";

	private static final String SUFFIX = "_lease";

	private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*){0,2}");

	private static final Pattern PLACE = Pattern.compile("leader_(?:lease|fence)");

	/**
	 * The longest part of a name. No database then truncates the name of the other table.
	 */
	private static final int MAX_LENGTH = 50;

	JdbcTables {
		if (!LEGAL.matcher(lease).matches()
				|| Pattern.compile("\\.").splitAsStream(lease).anyMatch((part) -> part.length() > MAX_LENGTH)) {
			throw new IllegalArgumentException(
					"leader-election.jdbc.table-name is '" + lease + "'. Use letters, digits and underscores, at most "
							+ MAX_LENGTH + ", optionally with a schema before a dot");
		}
	}

	/**
	 * Returns the name of the table with the fences: {@code leader_fence} for
	 * {@code leader_lease}, {@code x_fence} for {@code x}.
	 */
	String fence() {
		String stem = this.lease.endsWith(SUFFIX) ? this.lease.substring(0, this.lease.length() - SUFFIX.length())
				: this.lease;
		return stem + "_fence";
	}

	/** Replaces the default names in a text by these. */
	String in(String text) {
		return PLACE.matcher(text).replaceAll((place) -> place.group().equals(DEFAULT_LEASE) ? this.lease : fence());
	}

}
