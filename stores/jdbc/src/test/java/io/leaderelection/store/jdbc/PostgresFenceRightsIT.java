/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("server")
class PostgresFenceRightsIT extends FenceRightsContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected String comment() {
		return "PostgreSQL, where a lock on a row takes the right to update some column";
	}

}
