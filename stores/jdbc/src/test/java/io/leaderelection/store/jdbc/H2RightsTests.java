/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class H2RightsTests extends RightsContract {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@Override
	String account(String user) {
		return user;
	}

	@Override
	String createUser(String account, String password) {
		return "create user " + account + " password '" + password + "'";
	}

}
