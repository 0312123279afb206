/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

public class PostgresRightsIT extends RightsContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	/** The test server trusts everybody, so somebody it does not know stands for this. */
	@Override
	protected ConnectionSource withWrongPassword(String user, String password) {
		return super.withWrongPassword("nobody", password);
	}

}
