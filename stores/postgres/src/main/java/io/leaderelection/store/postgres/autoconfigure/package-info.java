/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the {@code postgres} store.
 */
@NullMarked
package io.leaderelection.store.postgres.autoconfigure;

import org.jspecify.annotations.NullMarked;
