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

	private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}");

	JdbcTables {
		if (!LEGAL.matcher(lease).matches()) {
			throw new IllegalArgumentException("leader-election.jdbc.table-name is '" + lease
					+ "'. Use letters, digits and underscores, with the schema before a dot if need be");
		}
	}

	/**
	 * The table of the fences: {@code leader_fence} beside {@code leader_lease},
	 * {@code x_fence} beside {@code x}.
	 */
	String fence() {
		String stem = this.lease.endsWith(SUFFIX) ? this.lease.substring(0, this.lease.length() - SUFFIX.length())
				: this.lease;
		return stem + "_fence";
	}

	/** Puts the names into a text written for the default ones. */
	String in(String text) {
		return text.replace("leader_fence", fence()).replace(DEFAULT_LEASE, this.lease);
	}

}
