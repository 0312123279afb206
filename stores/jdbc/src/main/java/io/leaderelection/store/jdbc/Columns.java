/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A batch as columns, for dialects that take arrays.
 */
final class Columns {

	private Columns() {
	}

	/** Item, namespace, election, nonce, token. */
	static Object[][] ofKeys(List<Wanted> batch) {
		return new Object[][] { column(batch, Wanted::item, Integer[]::new),
				column(batch, Wanted::namespace, byte[][]::new), column(batch, Wanted::election, byte[][]::new),
				column(batch, Wanted::nonce, String[]::new), column(batch, Wanted::token, Long[]::new) };
	}

	/** The same, and candidate, since, duration, token floor, metadata. */
	static Object[][] ofTerms(List<Wanted> batch) {
		Object[][] keys = ofKeys(batch);
		return new Object[][] { keys[0], keys[1], keys[2], keys[3], keys[4],
				column(batch, (wanted) -> wanted.acquire().candidate(), String[]::new),
				column(batch, (wanted) -> wanted.acquire().since(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().duration(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().tokenFloor(), Long[]::new),
				column(batch, (wanted) -> wanted.acquire().metadata(), String[]::new) };
	}

	private static <T> T[] column(List<Wanted> batch, Function<Wanted, T> value, IntFunction<T[]> array) {
		return batch.stream().map(value).toArray(array);
	}

}
