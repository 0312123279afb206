/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the {@code jdbc} and {@code postgres} stores.
 */
@NullMarked
package io.leaderelection.store.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
