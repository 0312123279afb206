/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the {@code jdbc} store, and the setup that it shares with other
 * stores over a database.
 */
@NullMarked
package io.leaderelection.store.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
