/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the command to which a row of a result belongs, by the key of the row.
 */
final class RowItems {

	private final Map<List<ByteBuffer>, Integer> items = new HashMap<>();

	private RowItems() {
	}

	static RowItems of(List<Wanted> batch) {
		RowItems items = new RowItems();
		batch.forEach((wanted) -> items.items.put(key(wanted.namespace(), wanted.election()), wanted.item()));
		return items;
	}

	/**
	 * Returns the command of the current row.
	 * @param rows the result
	 * @param namespace the column with the namespace; that with the election follows
	 * @return the item of the batch
	 * @throws SQLException if reading fails
	 */
	int of(ResultSet rows, int namespace) throws SQLException {
		return Objects.requireNonNull(this.items.get(key(rows.getBytes(namespace), rows.getBytes(namespace + 1))));
	}

	private static List<ByteBuffer> key(byte[] namespace, byte[] election) {
		return List.of(ByteBuffer.wrap(namespace), ByteBuffer.wrap(election));
	}

}
