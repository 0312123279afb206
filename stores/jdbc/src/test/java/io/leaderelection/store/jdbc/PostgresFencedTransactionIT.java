/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

import org.springframework.dao.ConcurrencyFailureException;

@Tag("server")
class PostgresFencedTransactionIT extends FencedTransactionContract {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	boolean enforcesReadOnly() {
		return true;
	}

	/** As of any other conflict. */
	@Override
	Class<? extends RuntimeException> refusalIfSerializable() {
		return ConcurrencyFailureException.class;
	}

}
