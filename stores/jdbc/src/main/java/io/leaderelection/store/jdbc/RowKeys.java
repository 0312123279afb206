/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows of a batch, as a condition of a statement.
 */
final class RowKeys {

	/**
	 * The longest list of values. MariaDB replaces lists of 1,000 values by a subquery,
	 * which locks differently.
	 */
	private static final int LONGEST_LIST = 500;

	private final List<List<Wanted>> groups = new ArrayList<>();

	private final boolean nonces;

	private RowKeys(List<Wanted> batch, boolean nonces) {
		this.nonces = nonces;
		String namespace = "";
		for (Wanted wanted : batch) {
			List<Wanted> last = this.groups.isEmpty() ? List.of() : this.groups.get(this.groups.size() - 1);
			if (last.isEmpty() || last.size() == LONGEST_LIST || !wanted.key().namespace().equals(namespace)) {
				last = new ArrayList<>();
				this.groups.add(last);
				namespace = wanted.key().namespace();
			}
			last.add(wanted);
		}
	}

	/**
	 * Returns the rows of the elections.
	 * @param batch the commands, in the order of their keys
	 * @return the rows
	 */
	static RowKeys of(List<Wanted> batch) {
		return new RowKeys(batch, false);
	}

	/**
	 * Returns the rows that belong to the terms of the commands.
	 * @param batch the commands, in the order of their keys
	 * @return the rows
	 */
	static RowKeys ofTerms(List<Wanted> batch) {
		return new RowKeys(batch, true);
	}

	/**
	 * Returns the condition. No two terms have the same nonce, so that a list of nonces
	 * compares each row with its own.
	 */
	String condition() {
		List<String> conditions = new ArrayList<>();
		for (List<Wanted> group : this.groups) {
			String list = String.join(", ", Collections.nCopies(group.size(), "?"));
			conditions.add("namespace = ? and election in (" + list + ")"
					+ (this.nonces ? " and nonce in (" + list + ")" : ""));
		}
		return (conditions.size() == 1) ? conditions.get(0) : "((" + String.join(") or (", conditions) + "))";
	}

	/**
	 * Sets the parameters of the condition.
	 * @param statement the statement
	 * @param first the index of the first of these parameters
	 * @throws SQLException if the driver refuses
	 */
	void bind(PreparedStatement statement, int first) throws SQLException {
		int index = first;
		for (List<Wanted> group : this.groups) {
			statement.setBytes(index++, group.get(0).namespace());
			for (Wanted wanted : group) {
				statement.setBytes(index++, wanted.election());
			}
			if (this.nonces) {
				for (Wanted wanted : group) {
					statement.setString(index++, wanted.nonce());
				}
			}
		}
	}

}
