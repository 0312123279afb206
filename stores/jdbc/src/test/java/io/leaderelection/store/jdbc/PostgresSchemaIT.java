/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class PostgresSchemaIT extends LeaseSchemaContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected String otherElection() {
		return "'\\x62'::bytea";
	}

}
