/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Connection sources of the {@code jdbc} store: physical connections with the
 * application's configuration, or borrowed ones. Does not use Spring; only the class
 * named after HikariCP uses it.
 */
@NullMarked
package io.leaderelection.store.jdbc.connection;

import org.jspecify.annotations.NullMarked;
