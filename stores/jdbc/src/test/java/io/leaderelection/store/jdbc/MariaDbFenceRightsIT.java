/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("server")
class MariaDbFenceRightsIT extends FenceRightsContract {

	@Override
	protected TestDatabase database() {
		return RestrictedUser.mariaDb();
	}

	@Override
	protected String comment() {
		return "MySQL, MariaDB and H2";
	}

}
