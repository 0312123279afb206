/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Where the connections of the {@code jdbc} store come from: physical ones made as the
 * application makes its own, or borrowed ones. No Spring; HikariCP is touched by the
 * classes named after it.
 */
@NullMarked
package io.leaderelection.store.jdbc.connection;

import org.jspecify.annotations.NullMarked;
