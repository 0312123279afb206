/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * A test on H2, in this process.
 */
public interface OnH2 extends OnDatabase {

	@Override
	default TestDatabase database() {
		return TestDatabase.h2();
	}

}
