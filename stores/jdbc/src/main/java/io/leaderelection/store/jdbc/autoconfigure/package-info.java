/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the {@code jdbc} store, and what other stores over a database set
 * up in the same way.
 */
@NullMarked
package io.leaderelection.store.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
