/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

public class PostgresRightsIT extends RightsContract implements OnPostgres {

	/** The test server trusts all users, so an unknown user replaces a wrong password. */
	@Override
	protected ConnectionSource withWrongPassword(String user, String password) {
		return super.withWrongPassword("nobody", password);
	}

}
