/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MySqlFencedTransactionIT extends FencedTransactionContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.mySql();
	}

	/** MariaDB reads the latest committed row, or reports that this row has changed. */
	@Override
	protected Class<? extends RuntimeException> refusalIfSerializable() {
		return FencedTransactionException.class;
	}

}
