/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class MariaDbRightsIT extends RightsContract {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@Override
	String account(String user) {
		return "'" + user + "'@'localhost'";
	}

	@Override
	String createUser(String account, String password) {
		return "create user " + account + " identified by '" + password + "'";
	}

}
