/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Converts a batch of commands to statement parameters: an array for each column, or one
 * JSON text.
 */
public final class Columns {

	private Columns() {
	}

	/**
	 * Returns the columns that every command has.
	 * @param batch the commands
	 * @return an array each for item, namespace, election, nonce and token
	 */
	public static Object[][] ofKeys(List<Wanted> batch) {
		return new Object[][] { column(batch, Wanted::item, Integer[]::new),
				column(batch, Wanted::namespace, byte[][]::new), column(batch, Wanted::election, byte[][]::new),
				column(batch, Wanted::nonce, String[]::new), column(batch, Wanted::token, Long[]::new) };
	}

	/**
	 * Returns whether any renewal of a batch carries checkpoints.
	 * @param batch the commands
	 * @return {@code true} if at least one does
	 */
	public static boolean haveCheckpoints(List<Wanted> batch) {
		return batch.stream().anyMatch((wanted) -> wanted.checkpoints().version() > 0);
	}

	/**
	 * Returns the columns of renewals of which some carry checkpoints.
	 * @param batch the commands
	 * @return the columns of {@link #ofKeys}, then checkpoint version (0 without
	 * checkpoints) and checkpoint text
	 */
	public static Object[][] ofRenewals(List<Wanted> batch) {
		Object[][] keys = ofKeys(batch);
		return new Object[][] { keys[0], keys[1], keys[2], keys[3], keys[4],
				column(batch, (wanted) -> wanted.checkpoints().version(), Long[]::new),
				column(batch, (wanted) -> wanted.checkpoints().text(), String[]::new) };
	}

	/**
	 * Returns the columns of acquire commands.
	 * @param batch the commands
	 * @return the columns of {@link #ofKeys}, then candidate, since, duration, token
	 * floor and metadata
	 */
	public static Object[][] ofTerms(List<Wanted> batch) {
		Object[][] keys = ofKeys(batch);
		return new Object[][] { keys[0], keys[1], keys[2], keys[3], keys[4],
				column(batch, (wanted) -> wanted.acquire().candidate(), String[]::new),
				column(batch, (wanted) -> wanted.acquire().since(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().duration(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().tokenFloor(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().metadata(), String[]::new) };
	}

	/**
	 * Returns PostgreSQL's name for the type of a column.
	 * @param column an array of one column's values
	 * @return the name of the element type
	 */
	public static String type(Object[] column) {
		if (column instanceof Integer[]) {
			return "int4";
		}
		if (column instanceof Long[]) {
			return "int8";
		}
		return (column instanceof String[]) ? "text" : "bytea";
	}

	private static <T> T[] column(List<Wanted> batch, Function<Wanted, T> value, IntFunction<T[]> array) {
		return batch.stream().map(value).toArray(array);
	}

}
