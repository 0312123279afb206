/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A store over a relational database: one row for each election. Expiry is decided by the
 * clock of the database, inside the statement.
 */
@NullMarked
package io.leaderelection.store.jdbc;

import org.jspecify.annotations.NullMarked;
