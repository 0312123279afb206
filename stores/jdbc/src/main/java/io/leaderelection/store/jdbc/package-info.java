/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store over a relational database, with one row for each election. Statements
 * decide by the clock of the database whether a lease has expired.
 */
@NullMarked
package io.leaderelection.store.jdbc;

import org.jspecify.annotations.NullMarked;
