/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * A test that runs on a database. The interfaces that extend this one name the database,
 * so that a class runs a contract on it by implementing one of them.
 */
public interface OnDatabase {

	TestDatabase database();

}
